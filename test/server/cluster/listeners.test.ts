import { expect, test } from 'vitest';
import { createCalls } from '../../../src/platform/cluster/calls.js';
import { createListeners } from '../../../src/server/cluster/listeners.js';

const newProcess = () => createCalls({ send: () => undefined, receive: () => undefined }, {});
const PORTS = { port: 41_000, adminPort: 41_001 };

test('a new process asks for the configured port while another one listens, and else for the number', async () => {
  const listeners = createListeners();
  expect(listeners.environment()).toEqual({});
  const [first, second] = [newProcess(), newProcess()];
  expect(listeners.add(first, PORTS)).toBe(true);
  expect(listeners.add(second, PORTS)).toBe(true);
  expect(await listeners.ports).toEqual(PORTS);
  listeners.remove(first);
  // With PORT=0, Node shares the listener only with processes that ask for 0 too.
  expect(listeners.environment()).not.toHaveProperty('PORT');
  listeners.remove(second);
  expect(listeners.environment()).toMatchObject({ PORT: '41000', ADMIN_PORT: '41001' });
  expect(listeners.add(newProcess(), PORTS)).toBe(true);
  expect(listeners.environment()).toMatchObject({ PORT: '41000', ADMIN_PORT: '41001' });
});

test('a process that got another free port is refused, and is no listener', () => {
  const listeners = createListeners();
  const first = newProcess();
  listeners.add(first, PORTS);
  expect(listeners.add(newProcess(), { port: 42_000, adminPort: 41_001 })).toBe(false);
  expect(listeners.add(newProcess(), { port: 41_000, adminPort: null })).toBe(false);
  listeners.remove(first);
  expect(listeners.environment()).toMatchObject({ PORT: '41000' });
});
