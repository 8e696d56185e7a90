import { randomUUID } from 'node:crypto';
import { sendPicture, smallPng } from '../../pictures.js';
import { draftMod, publishedVersion, quarantinedVersion } from '../../publishing.js';
import { draft, REGISTER, SUBMIT } from '../identity/apps.js';
import { alice, bob, inBrowser, modId, root, type SignedInActor, world } from './audit.js';

/** The id of an upload that waits for a review. */
export async function underReview(): Promise<string> {
  const version = `q-${performance.now()}`;
  return (await quarantinedVersion(world, alice, modId, version)).uploadId;
}

/** A picture in the gallery of the mod. */
export async function picture(): Promise<{ id: string; etag: string }> {
  const made = await sendPicture(alice, modId, { kind: 'gallery' }, await smallPng());
  return { id: made.body.data.id, etag: made.headers.get('etag') ?? '' };
}

/** A new application with its owner and ETag. */
export async function ownApp(): Promise<{ actor: SignedInActor; id: string; etag: string }> {
  const actor = await inBrowser(alice);
  const input = draft({ scopes: ['mods:write'], kind: 'confidential' });
  const { body } = await actor.graphql(REGISTER, { input });
  return { actor, ...body.data.registerApp.app };
}

/** An application that waits for a review. */
export async function submittedApp() {
  const app = await ownApp();
  const { body } = await app.actor.graphql(SUBMIT, { id: app.id });
  return { ...app, etag: body.data.submitAppForReview.etag };
}

/** The owner of a new application, and its id as an argument. */
export const ofApp = async () => {
  const { actor, id } = await ownApp();
  return { actor, args: `(id: "${id}")` };
};

/** The owner of a new published version, and its id as an argument. */
export const released = async () => {
  const version = { version: `r-${performance.now()}` };
  const { versionId } = await publishedVersion(world, alice, modId, version);
  return { actor: alice, args: `(id: "${versionId}")` };
};

/** An administrator, and a right to download the mod as arguments. */
export const ofRight = async () => ({
  actor: await inBrowser(root),
  args: `(userId: "${bob.userId}", kind: mod, resourceId: "${modId}")`,
});

/** A new group of synonyms, as an administrator changes it. */
export async function synonyms(): Promise<{ actor: SignedInActor; id: string; etag: string }> {
  const actor = await inBrowser(root);
  const { body } = await actor.graphql(
    'mutation { addSynonymGroup(input: { terms: ["inv", "inventory"] }) { id etag } }',
  );
  return { actor, ...body.data.addSynonymGroup };
}

/** A report of the mod in a state. */
export async function reportOf(
  state: { state: 'open' } | { state: 'upheld'; decidedAt: Date },
): Promise<string> {
  const now = world.clock.now();
  const { id } = await world.platform.db.modReport.create({
    data: { id: randomUUID(), modId, reason: 'other', text: 'x', waitingSince: now, ...state },
  });
  return id;
}

/** A published mod of its own, for writes that hide it. */
export async function ownMod(): Promise<string> {
  const { id } = await draftMod(alice, 'audit');
  await publishedVersion(world, alice, id, { version: '1.0.0' });
  return id;
}

/** A new account, as an administrator changes it. */
export const account = async (more = '') => {
  const { userId } = await world.creator(`account-${randomUUID().slice(0, 8)}`);
  return { actor: await inBrowser(root), args: `(id: "${userId}"${more})` };
};

/** A new game with a category, as an administrator changes them. */
export async function catalogGame() {
  const actor = await inBrowser(root);
  const slug = `game-${randomUUID().slice(0, 8)}`;
  const made = await actor.graphql(
    `mutation { createGame(input: { slug: "${slug}", name: "Noted" }) { id etag } }`,
  );
  return { actor, ...made.body.data.createGame };
}
