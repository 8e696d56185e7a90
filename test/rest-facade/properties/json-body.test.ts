import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../../../rest-facade/json-body.js';
import { RegisteredError } from '../../../src/registry/errors.js';

const LIMIT_BYTES = 4096;

/** The result of a body that arrives in chunks: its value, or the code of its refusal. */
async function received(bytes: Uint8Array, pieces = 1): Promise<unknown> {
  const req = new IncomingMessage(new Socket());
  req.headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) req.push(bytes.subarray(at, at + size));
  req.push(null);
  try {
    return { value: await readJsonBody(req, LIMIT_BYTES) };
  } catch (error) {
    if (error instanceof RegisteredError) return error.code;
    throw error;
  }
}

/** The nesting depth of a value: 0 for a text, 1 for an empty list. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('JSON bodies', () => {
  it('a JSON body has the written value for any chunk boundaries', async () => {
    const pieces = fc.integer({ min: 1, max: 50 });
    const json = fc.json({ stringUnit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(json, pieces, async (text, count) => {
        const bytes = Buffer.from(text);
        expect(await received(bytes, count)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it('a JSON body of any bytes has the value of a strict parser, or is invalid_json', async () => {
    const strict = new TextDecoder('utf-8', { fatal: true });
    const nearly = fc.tuple(fc.json(), fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const bytes = Buffer.from(text);
      bytes[at % bytes.length] = byte;
      return new Uint8Array(bytes);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearly, fc.uint8Array({ minLength: 1 })), async (bytes) => {
        let expected: unknown = 'invalid_json';
        try {
          expected = { value: JSON.parse(strict.decode(bytes)) };
        } catch {}
        expect(await received(bytes)).toEqual(expected);
      }),
    );
  });

  it('a JSON body is rejected if it nests deeper than 32 levels, and only then', async () => {
    const levels = fc.array(fc.boolean(), { minLength: 28, maxLength: 36 });
    await fc.assert(
      fc.asyncProperty(levels, async (isList) => {
        const value = isList.reduce<unknown>((inner, list) => (list ? [0, inner] : { inner }), 1);
        const answer = await received(Buffer.from(JSON.stringify(value)));
        expect(answer).toEqual(depthOf(value) > 32 ? 'invalid_request' : { value });
      }),
    );
  });

  it('a JSON body is rejected if a name or text contains NUL', async () => {
    const text = fc.constantFrom('', 'a', '\\u0000', '\\', '\0', 'x\0y');
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('any')), fc.dictionary(text, tie('any'))),
    })).any;
    const holdsNul = (it: unknown): boolean => {
      if (typeof it === 'string') return it.includes('\0');
      if (typeof it !== 'object' || it === null) return false;
      return Object.entries(it).flat().some(holdsNul);
    };
    await fc.assert(
      fc.asyncProperty(value, async (body) => {
        const answer = await received(Buffer.from(JSON.stringify(body)));
        expect(answer).toEqual(holdsNul(body) ? 'invalid_request' : { value: body });
      }),
    );
  });

  it('a JSON body over its limit is rejected for any chunk boundaries', async () => {
    const pieces = fc.integer({ min: 1, max: 20 });
    const size = fc.integer({ min: LIMIT_BYTES - 3, max: LIMIT_BYTES + 3 });
    await fc.assert(
      fc.asyncProperty(size, pieces, async (length, count) => {
        const answer = await received(Buffer.from('{}'.padEnd(length)), count);
        expect(answer).toEqual(length > LIMIT_BYTES ? 'request_body_too_large' : { value: {} });
      }),
      { numRuns: 50 },
    );
  });
});
