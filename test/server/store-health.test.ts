import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { type Storage, StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import { createStoreHealth } from '../../src/server/health.js';

/** Starts the checks of stores that are away, and returns the lines of the log. */
async function linesAbout(...names: string[]): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const ping = async () => {
    throw new StoreUnavailable('away');
  };
  const stores = names.map((storeName) => ({ storeName, ping }) as unknown as Storage);
  const health = createStoreHealth(stores, log);
  onTestFinished(() => void health.stop());
  await health.start();
  return lines;
}

it('the checks of a single store log that it is away', async () => {
  expect(await linesAbout('primary')).toEqual(['a store does not respond']);
});

it('the checks of a store and its mirror log no outage, because the watch that switches does', async () => {
  expect(await linesAbout('primary', 'mirror')).toEqual([]);
});
