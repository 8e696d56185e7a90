import { randomUUID } from 'node:crypto';
import { getNullableType, isLeafType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import type { Creator } from '../actors.js';
import { runTool } from '../agents.js';
import { writeZip } from '../archives/zip-writer.js';
import { fields, mutations } from '../contract/permissions/fields.js';
import { sendPicture, smallPng } from '../pictures.js';
import {
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  publishedVersion,
  readyVersion,
} from '../publishing.js';
import { everyNth } from '../rounds.js';
import { newSubscription } from '../webhooks.js';
import { draft, REGISTER, SUBMIT } from './apps.js';
import {
  alice,
  bob,
  inBrowser,
  mary,
  modId,
  root,
  rowsOf,
  type SignedInActor,
  useAudit,
  world,
} from './audit.js';

useAudit();

async function underReview(): Promise<string> {
  const version = { version: `q-${performance.now()}` };
  const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: version.version }]));
  return (await readyVersion(world, alice, modId, version, bytes)).uploadId;
}

async function picture(): Promise<{ id: string; etag: string }> {
  const made = await sendPicture(alice, modId, { kind: 'gallery' }, await smallPng());
  return { id: made.body.data.id, etag: made.headers.get('etag') ?? '' };
}

/** A mutation that succeeds: its actor and its arguments. */
interface Write {
  readonly actor: Creator | SignedInActor;
  readonly args?: string;
}

/** A new application with its owner and ETag. */
async function ownApp(): Promise<{ actor: SignedInActor; id: string; etag: string }> {
  const actor = await inBrowser(alice);
  const input = draft({ scopes: ['mods:write'], kind: 'confidential' });
  const { body } = await actor.graphql(REGISTER, { input });
  return { actor, ...body.data.registerApp.app };
}

async function submittedApp() {
  const app = await ownApp();
  const { body } = await app.actor.graphql(SUBMIT, { id: app.id });
  return { ...app, etag: body.data.submitAppForReview.etag };
}

const ofApp = async () => {
  const { actor, id } = await ownApp();
  return { actor, args: `(id: "${id}")` };
};

const released = async () => {
  const version = { version: `r-${performance.now()}` };
  const { versionId } = await publishedVersion(world, alice, modId, version);
  return { actor: alice, args: `(id: "${versionId}")` };
};

const ofRight = async () => ({
  actor: await inBrowser(root),
  args: `(userId: "${bob.userId}", kind: mod, resourceId: "${modId}")`,
});

async function synonyms(): Promise<{ actor: SignedInActor; id: string; etag: string }> {
  const actor = await inBrowser(root);
  const { body } = await actor.graphql(
    'mutation { addSynonymGroup(input: { terms: ["inv", "inventory"] }) { id etag } }',
  );
  return { actor, ...body.data.addSynonymGroup };
}

/** A report of the mod in a state. */
async function reportOf(
  state: { state: 'open' } | { state: 'upheld'; decidedAt: Date },
): Promise<string> {
  const now = world.clock.now();
  const { id } = await world.platform.db.modReport.create({
    data: { id: randomUUID(), modId, reason: 'other', text: 'x', waitingSince: now, ...state },
  });
  return id;
}

/** A published mod of its own, for writes that hide it. */
async function ownMod(): Promise<string> {
  const { id } = await draftMod(alice, 'audit');
  await publishedVersion(world, alice, id, { version: '1.0.0' });
  return id;
}

/** A new account, as an administrator changes it. */
const account = async (more = '') => {
  const { userId } = await world.creator(`account-${randomUUID().slice(0, 8)}`);
  return { actor: await inBrowser(root), args: `(id: "${userId}"${more})` };
};

/** A new game with a category, as an administrator changes them. */
async function catalogGame() {
  const actor = await inBrowser(root);
  const slug = `game-${randomUUID().slice(0, 8)}`;
  const made = await actor.graphql(
    `mutation { createGame(input: { slug: "${slug}", name: "Noted" }) { id etag } }`,
  );
  return { actor, ...made.body.data.createGame };
}

/** One successful call of each mutation without a REST route. The matrix covers the rest. */
const WRITES: Readonly<Record<string, () => Promise<Write>>> = {
  async renewUploadSession() {
    const { id: versionId } = await draftVersion(alice, modId, { version: 'renewed' });
    const target = { modId, versionId };
    const { body } = await alice.post('/uploads', declarationOf(target, new Uint8Array([1])));
    return { actor: alice, args: `(id: "${body.data.upload_id}")` };
  },
  claimUploadReview: async () => ({ actor: mary, args: `(id: "${await underReview()}")` }),
  async releaseUploadReview() {
    const args = `(id: "${await underReview()}")`;
    await mary.graphql(`mutation { claimUploadReview${args} { id } }`);
    return { actor: mary, args };
  },
  noteUploadReview: async () => ({
    actor: mary,
    args: `(id: "${await underReview()}", text: "Looked at.")`,
  }),
  approveUpload: async () => ({ actor: mary, args: `(id: "${await underReview()}")` }),
  rejectUpload: async () => ({ actor: mary, args: `(id: "${await underReview()}")` }),
  archiveModVersion: released,
  withdrawModVersion: released,
  async restoreModVersion() {
    const write = await released();
    await alice.graphql(`mutation { archiveModVersion${write.args} { id } }`);
    return write;
  },
  takeDownModVersion: async () => ({ ...(await released()), actor: mary }),
  async liftModVersionTakedown() {
    const write = { ...(await released()), actor: mary };
    await mary.graphql(`mutation { takeDownModVersion${write.args} { id } }`);
    return write;
  },
  takeDownMod: async () => ({ actor: mary, args: `(modId: "${await ownMod()}", reason: "x")` }),
  async liftModTakedown() {
    const id = await ownMod();
    await mary.graphql(`mutation { takeDownMod(modId: "${id}", reason: "x") { modId } }`);
    return { actor: mary, args: `(modId: "${id}")` };
  },
  setUserRole: () => account(', role: moderator'),
  blockUser: () => account(', reason: "x"'),
  async unblockUser() {
    const write = await account();
    const args = write.args.replace(')', ', reason: "x")');
    await write.actor.graphql(`mutation { blockUser${args} { id } }`);
    return write;
  },
  testWebhookSubscription: async () => ({
    actor: alice,
    args: `(id: "${await newSubscription(world, alice)}")`,
  }),
  async orderModGallery() {
    const { id: mod } = await bareMod(alice, 'audit');
    const kind = { kind: 'gallery' };
    const sent = async () => sendPicture(alice, mod, kind, await smallPng());
    const [first, second] = [await sent(), await sent()];
    const ids = JSON.stringify([second.body.data.id, first.body.data.id]);
    const etag = JSON.stringify(second.headers.get('etag'));
    return { actor: alice, args: `(modId: "${mod}", ids: ${ids}, expectedEtag: ${etag})` };
  },
  setModFallback: async () => ({ actor: alice, args: `(modId: "${modId}", isAllowed: false)` }),
  deleteModVersion: released,
  deleteMod: async () => ({ actor: alice, args: `(id: "${(await bareMod(alice, 'audit')).id}")` }),
  async updateModMedia() {
    const { id, etag } = await picture();
    const rest = `input: { alt: { en: "A view" } }, expectedEtag: ${JSON.stringify(etag)}`;
    return { actor: alice, args: `(modId: "${modId}", id: "${id}", ${rest})` };
  },
  async repeatAgentGatewayRun() {
    const { artifactId } = await publishedVersion(world, alice, modId, { version: 'repeated' });
    const agent = await alice.withToken({ scopes: 'agent:*' });
    const asked = { tool: 'downloads.resolve', input: { artifact_id: artifactId } };
    await runTool(agent, asked, 'repeated');
    const { id } = await world.platform.db.agentRun.findFirstOrThrow({
      where: { userId: alice.userId },
    });
    return { actor: { ...alice, ...agent }, args: `(id: "${id}")` };
  },
  async removeModPicture() {
    const { id } = await picture();
    return { actor: alice, args: `(modId: "${modId}", id: "${id}")` };
  },
  openAccountKey: async () => ({ actor: await inBrowser(alice) }),
  async revealAccountKey() {
    const actor = await inBrowser(await world.creator('revealing'));
    await actor.graphql('mutation { openAccountKey { __typename } }');
    return { actor };
  },
  async rotateAccountKey() {
    const actor = await inBrowser(await world.creator('rotating'));
    await actor.graphql('mutation { openAccountKey { __typename } }');
    return { actor };
  },
  async registerApp() {
    const input = '{ kind: public, name: "Noted", redirectUris: ["app.noted:/back"], scopes: [] }';
    return { actor: await inBrowser(alice), args: `(input: ${input})` };
  },
  async updateApp() {
    const { actor, id, etag } = await ownApp();
    const args = `(id: "${id}", input: { name: "Renamed" }, expectedEtag: ${JSON.stringify(etag)})`;
    return { actor, args };
  },
  async rotateAppSecret() {
    const { actor, id, etag } = await ownApp();
    return { actor, args: `(id: "${id}", expectedEtag: ${JSON.stringify(etag)})` };
  },
  deleteApp: ofApp,
  submitAppForReview: ofApp,
  async reviewApp() {
    const { id, etag } = await submittedApp();
    const args = `(id: "${id}", input: { decision: approve }, expectedEtag: ${JSON.stringify(etag)})`;
    return { actor: await inBrowser(root), args };
  },
  disableApp: async () => ({ ...(await ofApp()), actor: await inBrowser(root) }),
  async enableApp() {
    const { args } = await ofApp();
    const actor = await inBrowser(root);
    await actor.graphql(`mutation { disableApp${args} { id } }`);
    return { actor, args };
  },
  async revokeAppGrant() {
    const { actor, id: appId } = await ownApp();
    const data = { appId, userId: actor.userId, scopes: ['mods:read'] };
    const { id } = await world.platform.db.appGrant.create({ data });
    return { actor, args: `(id: "${id}")` };
  },
  blockHash: async () => ({
    actor: await inBrowser(root),
    args: `(input: { sha256: "${'1'.repeat(64)}", name: "Noted" })`,
  }),
  async unblockHash() {
    const actor = await inBrowser(root);
    const { body } = await actor.graphql(
      `mutation { blockHash(input: { sha256: "${'2'.repeat(64)}", name: "Gone" }) { id } }`,
    );
    return { actor, args: `(id: "${body.data.blockHash.id}")` };
  },
  addSynonymGroup: async () => ({
    actor: await inBrowser(root),
    args: '(input: { terms: ["hp", "health"] })',
  }),
  async updateSynonymGroup() {
    const { actor, id, etag } = await synonyms();
    const change = `terms: ["inv", "bag"], expectedEtag: ${JSON.stringify(etag)}`;
    return { actor, args: `(id: "${id}", ${change})` };
  },
  createGame: async () => ({
    actor: await inBrowser(root),
    args: '(input: { slug: "noted", name: "Noted" })',
  }),
  async updateGame() {
    const { actor, id, etag } = await catalogGame();
    const args = `(id: "${id}", input: { name: "Renamed" }, expectedEtag: ${JSON.stringify(etag)})`;
    return { actor, args };
  },
  async createCategory() {
    const { actor, id } = await catalogGame();
    return { actor, args: `(input: { gameId: "${id}", slug: "c", name: "C" })` };
  },
  async renameCategory() {
    const { actor, id: gameId } = await catalogGame();
    const { body } = await actor.graphql(
      `mutation { createCategory(input: { gameId: "${gameId}", slug: "c", name: "C" }) { id etag } }`,
    );
    const { id, etag } = body.data.createCategory;
    return { actor, args: `(id: "${id}", name: "D", expectedEtag: ${JSON.stringify(etag)})` };
  },
  async removeSynonymGroup() {
    const { actor, id } = await synonyms();
    return { actor, args: `(id: "${id}")` };
  },
  async reportMod() {
    await publishedVersion(world, alice, modId, { version: 'reported' });
    return { actor: alice, args: `(input: { modId: "${modId}", reason: other, text: "x" })` };
  },
  async decideModReport() {
    const id = await reportOf({ state: 'open' });
    const args = `(id: "${id}", uphold: true, statement: "x")`;
    return { actor: await inBrowser(root), args };
  },
  async appealModReport() {
    const id = await reportOf({ state: 'upheld', decidedAt: world.clock.now() });
    return { actor: alice, args: `(id: "${id}", text: "x")` };
  },
  rescanBlobs: async () => ({ actor: await inBrowser(root) }),
  async clearBlob() {
    const { artifactId } = await publishedVersion(world, alice, modId, { version: 'cleared' });
    const { blobId } = await world.platform.db.artifact.findUniqueOrThrow({
      where: { id: artifactId },
    });
    const { sha256 } = await world.platform.db.blob.update({
      where: { id: blobId ?? '' },
      data: { state: 'unsafe' },
    });
    return { actor: await inBrowser(root), args: `(sha256: "${sha256}", note: "harmless")` };
  },
  grantEntitlement: ofRight,
  async revokeEntitlement() {
    const { actor, args } = await ofRight();
    await actor.graphql(`mutation { grantEntitlement${args} { id } }`);
    return { actor, args };
  },
};

describe('audit entries of writes', () => {
  it('every mutation without a REST route is covered by this test', () => {
    const others = mutations.filter(({ name }) => !Object.hasOwn(routes, name));
    expect(Object.keys(WRITES).toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  });

  it.each(everyNth(Object.keys(WRITES), 12))(
    '%s writes an audit entry with its actor, its credential and its target',
    async (name) => {
      const { actor, args = '' } = (await WRITES[name]?.()) ?? { actor: alice };
      const type = fields.get(name)?.type;
      if (!type) throw new Error(`there is no field ${name}`);
      const selection = isLeafType(getNullableType(type)) ? '' : ' { __typename }';
      const answer = await actor.graphql(`mutation { ${name}${args}${selection} }`);
      expect(answer.body.errors).toBeUndefined();
      const rows = await rowsOf(answer);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({
          outcome: 'done',
          actorId: actor.userId,
          credentialKind: 'credentialKind' in actor ? actor.credentialKind : 'pat',
        });
        expect(row.credentialId).not.toBeNull();
        expect(row.targetId).not.toBeNull();
      }
    },
  );
});
