import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digestOf, ownBytes, writeBody, writeList } from '../../rest-facade/write-body.js';

const LONG = 'ё"'.repeat(50_000);

/** The turns of the event loop that pass until a value is there. */
async function turnsOf(value: unknown): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await value;
  isOver = true;
  return turns;
}

describe('the body of a response', () => {
  it.each([
    ['an object', { data: { id: 'a' }, status: { progress: 1 } }],
    ['an empty list', { data: [], pagination: { limit: 25 } }],
    ['a list without other members', { data: [1, 'ё', null] }],
    ['a list that is not first', { pagination: { limit: 25 }, data: [1] }],
    ['many values', { data: Array.from({ length: 101 }, (_, at) => ({ at })), more: null }],
    ['long values', { data: Array.from({ length: 45 }, (_, at) => ({ at, LONG })), more: [LONG] }],
  ])('a body with %s is its JSON', async (_, body) => {
    const written = await writeBody(body);
    expect(`${written}` === JSON.stringify(body)).toBe(true);
    expect(written.buffer.byteLength).toBe(written.length);
  });

  it.each([1, 45])('an open body lacks only its last brace, with %i values', async (length) => {
    const body = { data: Array.from({ length }, () => LONG) };
    expect(`${await writeBody(body, '')}}` === JSON.stringify(body)).toBe(true);
  });

  it('other work of the process runs while a long list is written', async () => {
    const long = { data: Array.from({ length: 200 }, () => LONG) };
    expect(await turnsOf(writeBody(long))).toBeGreaterThan(10);
  });

  it('a usual page is written at once', () => {
    const body = { data: Array.from({ length: 25 }, () => ({ text: 'a'.repeat(10_000) })) };
    expect(writeBody(body)).toBeInstanceOf(Buffer);
  });

  it('bytes and texts of a long list keep their order', async () => {
    const partsAt = (place: number) => ['[', Buffer.from(`${place}`), `,"${LONG}`, '"', ']'];
    const written = await writeList({ start: '[', items: 30, partsAt, end: ']' });
    const expected = Array.from({ length: 30 }, (_, place) => partsAt(place).join(''));
    expect(`${written}` === `[${expected.join()}]`).toBe(true);
  });

  it('parts without bytes are an empty body', () => {
    expect(ownBytes([]).length).toBe(0);
  });

  it('the digest of a long body is its SHA-256, and other work runs meanwhile', async () => {
    const bytes = Buffer.alloc(33 * 1024 * 1024, 'long');
    const digest = digestOf(bytes);
    expect(await turnsOf(digest)).toBeGreaterThan(5);
    expect(await digest).toBe(hash('sha256', bytes, 'base64url'));
    expect(digestOf(Buffer.from('short'))).toBe(hash('sha256', 'short', 'base64url'));
  });
});
