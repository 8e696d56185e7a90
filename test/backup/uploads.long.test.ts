import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf } from '../publishing.js';
import { createMachine } from '../service/child-service.js';
import { newPublisher, type Publisher } from '../service/publisher.js';
import { createdBackup, operator, publishFile } from './scene.js';

const machine = createMachine();
let dataDir: string;
let publisher: Publisher;

beforeAll(async () => {
  dataDir = await machine.dataDir();
  const service = machine.start(dataDir);
  publisher = await newPublisher(dataDir, await service.baseUrl);
  await publisher.actor.post(`/mods/${publisher.modId}/media:fallback`);
});
afterAll(() => machine.clear());

describe('backups of a service that publishes files', () => {
  it('a backup has the bytes of every file that its rows name, though files are published meanwhile', async () => {
    let isOver = false;
    let published = 0;
    const publishing = (async () => {
      while (!isOver) {
        published += 1;
        const bytes = new Uint8Array(archiveOf(`file ${published}`));
        await publishFile(publisher, `1.0.${published}`, bytes);
      }
    })();
    const backups = join(dirname(dataDir), 'backups');
    for (let round = 0; round < 4; round += 1) {
      let before: number;
      let backup: string;
      // A backup during which no publication begins proves nothing.
      do {
        before = published;
        backup = await createdBackup(dataDir, backups);
      } while (published === before);
      const { printed } = await operator(dataDir, ['backup', 'verify', '--from', backup]);
      // All files that were published before, and the cover.
      expect(printed.objects).toBeGreaterThanOrEqual(before);
    }
    isOver = true;
    await publishing;
  });
});
