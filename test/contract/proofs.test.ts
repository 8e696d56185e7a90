import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { missingProofs, provenBy, readProofs, WANTED } from '../proofs.js';
import { LISTED, operationOf, type RestResponse } from '../rest-responses.js';

const SKIPS = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo)\b|\bskip\(/g;

/** `npm run proofs` writes the proofs after its tests, and reports missing ones itself. */
const isRecording = process.env['PROOFS_FOLDER'] !== undefined;

// `test/setup.ts` compares each test file with its proofs, and each response of a service in a test
// with the OpenAPI document.
describe.skipIf(isRecording)('the responses that the OpenAPI document lists', () => {
  const proofs = readProofs();
  const proven = Object.values(proofs).flat();

  it('each listed response has a test file that provokes it; `npm run proofs` records it', () => {
    const unproven = [...LISTED].filter((response) => !proven.includes(response));
    expect(unproven.toSorted()).toEqual([]);
  });

  it('each proof is of a listed response or an unlisted code, and each of them has one proof', () => {
    const names = proven.map(provenBy);
    expect(names.filter((name) => !WANTED.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  const files = Object.keys(proofs);

  it('each proof names an existing file that `npm test` runs', () => {
    const isRun = (file: string) =>
      existsSync(join(projectRoot(), file)) && !file.endsWith('.long.test.ts');
    expect(files.filter((file) => !isRun(file))).toEqual([]);
  });

  // `missingProofs` cannot tell a skipped test from a filtered one.
  it.each(files)('%s skips no test', (file) => {
    const text = readFileSync(join(projectRoot(), file), 'utf8');
    expect(text.match(SKIPS)).toBeNull();
  });
});

describe('the operation of a request', () => {
  it.each([
    ['GET', '/v1/mods?q=x', 'listMods'],
    ['HEAD', '/api/v1/mods/', 'listMods'],
    ['GET', '/v1/mods/%zz', 'getMod'],
    ['GET', '/v1/api-keys/capabilities', 'getApiKeyCapabilities'],
    ['POST', '/v1/uploads%3Avalidate', 'validateUploadRequest'],
    ['GET', 'http://127.0.0.1/v1/games', 'listGames'],
    ['DELETE', '/v1/mods', null],
    ['GET', '/mods', null],
  ])('the operation of %s %s is %s', (method, target, operation) => {
    expect(operationOf(method, target)).toBe(operation);
  });
});

describe('missing proofs of a test file', () => {
  const file = 'test/routes/some.test.ts';
  const proofs: Record<string, RestResponse[]> = { [file]: ['getMod 200', 'getMod 410 gone'] };
  const suiteOf = (...states: string[]) => {
    const tasks = states.map((state) => ({ type: 'test', result: { state } }));
    const suite = {
      type: 'suite',
      mode: 'run',
      tasks,
      file: { filepath: join(projectRoot(), file) },
    };
    return suite as unknown as Parameters<typeof missingProofs>[0];
  };

  it('a passed test file that misses one of its proofs fails', () => {
    const missing = missingProofs(suiteOf('pass', 'pass'), ['getMod 200'], proofs);
    expect(missing).toEqual(['getMod 410 gone']);
  });

  it.each(['skip', 'fail'])('a test file with a test that ends as %s needs no proofs', (state) => {
    expect(missingProofs(suiteOf('pass', state), [], proofs)).toEqual([]);
  });
});
