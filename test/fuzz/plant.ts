import { createToken } from '../../src/modules/identity/index.js';
import { parseScopes } from '../../src/registry/scopes.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator, Json } from '../actors.js';
import type { World } from '../harness.js';
import {
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
} from '../publishing.js';

/** The IDs that requests may use, and the secrets that no response may contain. */
export interface Plant {
  readonly gameSlug: string;
  /** The owner of the resources that the fuzzing users may neither read nor change. */
  readonly ownerId: string;
  /** The owner's public mod. */
  readonly publishedModId: string;
  /** By kind: IDs of the fuzzing creator, of other users and of deleted resources. */
  readonly ids: Readonly<Record<'mod' | 'version' | 'artifact' | 'upload', readonly string[]>>;
  /** Values of `Authorization`, from the most to the least privileged. */
  readonly credentials: readonly string[];
  /** The value of `Authorization` with the scopes of all tools for agents. */
  readonly agentCredential: string;
  /** Texts of other users and of the service's internals. */
  readonly secrets: readonly string[];
}

const GONE = '01900000-dead-7000-8000-000000000001';
const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
const MORE_IDS = [UNKNOWN, UNKNOWN.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'x'];

/** Fills a world with resources to attack. */
export async function plant(world: World): Promise<Plant> {
  const { db, config } = world.platform;
  await newGame(world, 'prey');
  const owner = await world.creator('owner');
  const alice = await world.creator('alice');
  const mallory = await world.creator('mallory');
  const victim = await draftMod(owner, 'prey', { title: { en: 'Steady' } });
  const published = await publishedVersion(world, owner, victim.id, { version: '1.0.0' });
  const secret = await secretsOf(owner);
  const own = await ownWork(world, alice);
  await db.tombstone.create({ data: { id: GONE, entity: 'mod' } });
  const others = [GONE, ...MORE_IDS];
  const expired = await alice.withToken({ lifetimeSeconds: 1 });
  world.clock.advance(2);
  const ctx = createSystemContext(world.platform, 'test');
  const limited = await createToken(ctx, {
    userId: alice.userId,
    name: 'limited',
    scopes: parseScopes('mods:read mods:write versions:write files:upload'),
    modIds: [own.modId],
    lifetimeSeconds: null,
    aal2: true,
  });
  const tokens = [alice.token, mallory.token, limited.secret, expired.token];
  const reader = (await alice.withToken({ scopes: 'mods:read' })).token;
  const agent = (await alice.withToken({ scopes: 'agent:*' })).token;
  return {
    gameSlug: 'prey',
    ownerId: owner.userId,
    publishedModId: victim.id,
    ids: {
      mod: [
        own.modId,
        own.modId,
        own.modId,
        own.publishedModId,
        own.publishedModId,
        victim.id,
        secret.modId,
        ...others,
      ],
      version: [
        own.versionId,
        own.versionId,
        own.versionId,
        published.versionId,
        secret.versionId,
        ...others,
      ],
      artifact: [own.artifactId, published.artifactId, secret.artifactId, ...others],
      upload: [own.uploadId, own.uploadId, published.uploadId, secret.uploadId, ...others],
    },
    credentials: [...tokens, reader].map((token) => `Bearer ${token}`),
    agentCredential: `Bearer ${agent}`,
    secrets: [
      ...secret.texts,
      owner.token ?? '',
      config.databaseUrl ?? '',
      config.dataDir,
      String(process.env['FUZZ_CANARY']),
    ],
  };
}

/** Resources that only their owner may know. */
async function secretsOf(owner: Creator) {
  const title = 'Unspoken-Title-7f3a';
  const { id: modId }: Json = await bareMod(owner, 'prey', { title: { en: title } });
  const { id: versionId }: Json = await draftVersion(owner, modId, { version: 'unspoken-9.9.9' });
  const bytes = Buffer.from('unspoken');
  const filename = 'unspoken-file-7f3a.zip';
  const made = await owner.post(
    '/uploads',
    declarationOf({ modId, versionId }, bytes, { filename }),
  );
  const { upload_id: uploadId, artifact_id: artifactId } = made.body.data;
  return { modId, versionId, uploadId, artifactId, texts: [title, 'unspoken-9.9.9', filename] };
}

/** The resources of the fuzzing creator: a draft with an upload, and a published mod. */
async function ownWork(world: World, alice: Creator) {
  const { id: modId }: Json = await draftMod(alice, 'prey', { title: { en: 'Clay' } });
  const { id: versionId }: Json = await draftVersion(alice, modId, { version: '0.1.0' });
  const declared = declarationOf({ modId, versionId }, Buffer.alloc(1024));
  const made = await alice.post('/uploads', declared);
  const { id: publishedModId }: Json = await draftMod(alice, 'prey', { title: { en: 'Loud' } });
  const { artifactId } = await publishedVersion(world, alice, publishedModId, { version: '1.0.0' });
  return { modId, versionId, publishedModId, artifactId, uploadId: made.body.data.upload_id };
}
