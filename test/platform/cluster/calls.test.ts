import { expect, test } from 'vitest';
import { createCalls } from '../../../src/platform/cluster/calls.js';
import { connectedChannels } from './channels.js';

test('a call returns the result of the function in the other process, and a refused one its message', async () => {
  const [near, far] = connectedChannels();
  const calls = createCalls(near, {});
  createCalls(far, {
    double: (input) => Number(input) * 2,
    nothing: () => undefined,
    fail: () => {
      throw new TypeError('not today');
    },
  });
  expect(await Promise.all([calls.call('double', 21), calls.call('double', 4)])).toEqual([42, 8]);
  expect(await calls.call('nothing')).toBeUndefined();
  await expect(calls.call('fail')).rejects.toThrow('not today');
  await expect(calls.call('unknown')).rejects.toThrow('no function unknown');
});

test('both processes call each other, and a told function sends no result', async () => {
  const [near, far] = connectedChannels();
  const heard: unknown[] = [];
  const one = createCalls(near, { note: (input) => heard.push(input) });
  const other = createCalls(far, { greet: () => other.notify('note', 'hello') });
  await one.call('greet');
  expect(heard).toEqual(['hello']);
});

test('a call fails if the other process ends before or after it', async () => {
  const [near, far] = connectedChannels();
  const calls = createCalls(near, {});
  createCalls(far, { wait: () => new Promise(() => undefined) });
  const waiting = calls.call('wait');
  calls.end();
  await expect(waiting).rejects.toThrow('the other process has ended');
  await expect(calls.call('wait')).rejects.toThrow('the other process has ended');
});

test('a message that is no call leaves the process running', async () => {
  const [near, far] = connectedChannels();
  const calls = createCalls(near, {});
  createCalls(far, { ping: () => 'pong' });
  for (const message of [{}, { result: 99, value: 1 }, { call: 7 }]) near.send(message);
  expect(await calls.call('ping')).toBe('pong');
});
