import { randomBytes } from 'node:crypto';
import { type Api, createApi, type NewVersion } from '../../src/demo/api.js';
import { createClient, type RestClient } from '../../src/demo/client.js';
import { zipBytes } from '../../src/demo/sample-files.js';
import { bytesSource, sendBytes, waitForUpload } from '../../src/demo/upload.js';
import { keepInFirstStore, untilCopied } from './second-store.js';

/** The game of every mod of the test service. */
export const GAME = 'clients-game';

/** A published mod with its newest file. */
export interface PublishedMod {
  readonly id: string;
  readonly slug: string;
  readonly version_id: string;
  readonly artifact_id: string;
  readonly sha256: string;
  readonly size: number;
  readonly filename: string;
  /** The ids of the mods that it requires. */
  readonly requires: readonly string[];
}

/** The mods that the tests of the clients install, and a draft to publish. */
export interface TestCatalog {
  /** The file of `copied-pack` has a copy in the second store; the others must not use theirs. */
  readonly mods: readonly PublishedMod[];
  readonly draft_mod: string;
}

const KIBIBYTE = 1024;
/** Large enough for a connection to be cut at many places. */
const LARGE_BYTES = 8 * 1024 * KIBIBYTE;
/** Large enough for a connection to be cut in the middle. */
const COPIED_BYTES = 1024 * KIBIBYTE;

/** Publishes the catalog through the public API. */
export async function publishCatalog(baseUrl: string, token: string): Promise<TestCatalog> {
  const client = createClient({ baseUrl, token });
  const api = createApi(client);
  const publisher = createPublisher(client, api);
  const base = await publisher.create('base-library', 'Base library');
  await publisher.release(base, { version: '1.0.0' }, 64 * KIBIBYTE);
  const library = await publisher.release(base, { version: '1.1.0' }, 64 * KIBIBYTE);
  const user = await publisher.create('uses-base', 'Uses the base');
  const dependencies = [{ kind: 'required', mod_id: base.id, version_constraint: '^1.0.0' }];
  const dependent = await publisher.release(user, { version: '1.0.0', dependencies }, KIBIBYTE);
  const alone = await publisher.create('stand-alone', 'Stand alone');
  const single = await publisher.release(alone, { version: '2.0.0' }, 256 * KIBIBYTE);
  const pack = await publisher.create('large-pack', 'Large pack');
  const large = await publisher.release(pack, { version: '1.0.0' }, LARGE_BYTES);
  const draft = await publisher.create('draft-mod', 'Draft');
  const mods = [library, dependent, single, large];
  // Most tests are about one store: a broken one must not be replaced.
  for (const { id } of mods) await keepInFirstStore(client, id);
  const copied = await publisher.create('copied-pack', 'Copied pack');
  const copy = await publisher.release(copied, { version: '1.0.0' }, COPIED_BYTES);
  await untilCopied(client, api, copy);
  return { mods: [...mods, copy], draft_mod: draft.id };
}

/** A mod without versions. */
interface NewMod {
  readonly id: string;
  readonly slug: string;
}

function createPublisher(client: RestClient, api: Api) {
  return {
    async create(slug: string, title: string): Promise<NewMod> {
      const texts = { title: { en: title }, description: { en: `${title}.` } };
      const mod = await api.createMod({ game_slug: GAME, slug, ...texts, license: 'MIT' });
      await api.createFallbackCover(mod.id);
      return { id: mod.id, slug };
    },
    /** Publishes a version with one file of random bytes. */
    async release(mod: NewMod, version: NewVersion, bytes: number): Promise<PublishedMod> {
      const { id } = await api.createVersion(mod.id, version);
      const filename = `${mod.slug}-${version.version}.zip`;
      const source = bytesSource(zipBytes([{ path: 'data.bin', bytes: randomBytes(bytes) }]));
      const { sizeBytes, sha256 } = source;
      const session = await api.createUpload({
        modId: mod.id,
        versionId: id,
        filename,
        sizeBytes,
        expectedHashes: { sha256 },
        fileKind: 'main',
      });
      const parts = await sendBytes(client, api, session, source);
      const completed = await api.completeUpload(session.upload_id, parts);
      await waitForUpload(client, api, completed.session.job?.statusEndpoint ?? '');
      const published = await api.publishVersion(mod.id, id);
      return {
        ...mod,
        version_id: id,
        artifact_id: published.artifact_ids[0] ?? '',
        sha256,
        size: sizeBytes,
        filename,
        requires: version.dependencies?.map((one) => one.mod_id) ?? [],
      };
    },
  };
}
