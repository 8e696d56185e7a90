import { expect, test } from 'vitest';
import { createCalls } from '../../../src/platform/cluster/calls.js';
import { remoteTurns, turnsOfProcess } from '../../../src/platform/cluster/shared-turns.js';
import { createTurns, type Turns } from '../../../src/platform/storage/disk/turns.js';
import { connectedChannels } from './channels.js';

/** Processes with the same primary process. */
function primaryOf(turns = createTurns()) {
  return () => {
    const [near, far] = connectedChannels();
    const given = turnsOfProcess(turns);
    createCalls(far, given.handlers);
    return { turns: remoteTurns(createCalls(near, {})), die: given.end };
  };
}

/** Whether another turn of a name is free. */
async function isFree(turns: Turns, name: string, atOnce: number): Promise<boolean> {
  const asked = turns.take(name, atOnce).then((release) => {
    release();
    return true;
  });
  // A second name shows that the question has arrived.
  const later = turns.take(`${name} after`, 1).then((release) => {
    release();
    return turns.take(`${name} after that`, 1).then((last) => {
      last();
      return false;
    });
  });
  return Promise.race([asked, later]);
}

test('a name has as many turns at once as allowed over all processes', async () => {
  const join = primaryOf();
  const [one, other] = [join(), join()];
  const first = await one.turns.take('part', 2);
  const second = await other.turns.take('part', 2);
  expect(await isFree(one.turns, 'part', 2)).toBe(false);
  expect(await isFree(other.turns, 'another part', 2)).toBe(true);
  first();
  expect(await isFree(other.turns, 'part', 2)).toBe(true);
  second();
});

test('an address has one writer over all processes, and one address of an upload a second one', async () => {
  const join = primaryOf();
  const [one, other] = [join(), join()];
  const [first, overlap] = [await one.turns.enter('u', 1), await other.turns.enter('u', 1)];
  expect([first, overlap]).not.toContain(null);
  expect(await one.turns.enter('u', 1)).toBeNull();
  expect(await other.turns.enter('u', 2)).not.toBeNull();
  expect(await other.turns.enter('u', 2)).toBeNull();
  overlap?.();
  overlap?.();
  expect(await one.turns.enter('u', 2)).not.toBeNull();
  expect(await one.turns.enter('other upload', 1)).not.toBeNull();
});

test('the turns of a killed process end, also one that it still waited for', async () => {
  const join = primaryOf();
  const [killed, other] = [join(), join()];
  await killed.turns.take('part', 1);
  const entered = [await killed.turns.enter('u', 1), await killed.turns.enter('u', 1)];
  expect(entered).not.toContain(null);
  void killed.turns.take('part', 1).catch(() => undefined);
  expect(await isFree(other.turns, 'part', 1)).toBe(false);
  killed.die();
  const release = await other.turns.take('part', 1);
  expect(await other.turns.enter('u', 1)).not.toBeNull();
  release();
});
