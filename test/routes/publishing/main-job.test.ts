import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { archiveOf, draftMod, newGame, publishedVersion, sha256Of } from '../../publishing.js';

describe('from upload to download', () => {
  const world = useWorld();

  it('a published file is listed, planned and downloaded byte for byte as uploaded', async () => {
    await newGame(world, 'main-job');
    const alice = await world.creator('alice');
    const mod = await draftMod(alice, 'main-job');
    const bytes = new Uint8Array(archiveOf('the promised bytes'));
    const { artifactId } = await publishedVersion(
      world,
      alice,
      mod.id,
      { version: '1.0.0' },
      bytes,
    );

    const list = await world.anon.get('/mods?game_slug=main-job');
    expect(list.body.data.map((it: Json) => it.id)).toEqual([mod.id]);
    const plan = await world.anon.post('/install-plans:resolve', {
      game_slug: 'main-job',
      mod_ids: [mod.id],
    });
    expect(plan.body.data.items.map((it: Json) => it.artifact_id)).toEqual([artifactId]);
    const download = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(download.status).toBe(200);
    const fetched = await fetch(download.body.data.primary_url);
    const received = new Uint8Array(await fetched.arrayBuffer());
    expect(sha256Of(received)).toBe(download.body.data.hashes.sha256);
    expect(received).toEqual(bytes);
  });
});
