import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { isOfReplica, replyCodeOf } from '../../src/platform/redis.js';

const { ReplyError } = createRequire(import.meta.url)('ioredis');

test('replyCodeOf returns the code of a reply, and null for an error of the connection', () => {
  expect(replyCodeOf(new ReplyError('NOSCRIPT No matching script.'))).toBe('NOSCRIPT');
  expect(replyCodeOf(new ReplyError('READONLY'))).toBe('READONLY');
  expect(replyCodeOf(new ReplyError('-odd'))).toBeNull();
  expect(replyCodeOf(new Error('READONLY You cannot write'))).toBeNull();
  expect(replyCodeOf('READONLY')).toBeNull();
});

test('isOfReplica is true only for a reply with the code READONLY', () => {
  expect(isOfReplica(new ReplyError("READONLY You can't write against a replica."))).toBe(true);
  expect(isOfReplica(new ReplyError('READONLYISH error'))).toBe(false);
  expect(isOfReplica(new Error('READONLY'))).toBe(false);
});
