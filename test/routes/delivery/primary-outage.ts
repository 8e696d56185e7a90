import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { HostedMirror } from '../../../src/platform/storage/open-stores.js';
import { world } from './fallback-downloads.js';

const folder = () => join(world.platform.config.dataDir, 'storage');
const away = () => `${folder()}.away`;

/** Takes the primary store away. */
export const takeAway = () => rename(folder(), away());
/** Brings the primary store back. */
export const bringBack = () => rename(away(), folder());

/** Stops the periodic checks of both stores: only `check` checks their health then. */
export function useManualChecks(): void {
  beforeAll(() => (world.platform.mirror as HostedMirror | undefined)?.stop());
}

/** Checks the health of both stores a number of times. */
export async function check(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await world.platform.mirror?.check();
}

/** The bytes of a response, which must have the status. */
export async function part(url: string, headers: Record<string, string>, status = 206) {
  const answer = await fetch(url, { headers });
  expect(answer.status).toBe(status);
  return new Uint8Array(await answer.arrayBuffer());
}
