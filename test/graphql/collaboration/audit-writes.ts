import type { Creator } from '../../actors.js';
import { runTool } from '../../agents.js';
import { sendPicture, smallPng } from '../../pictures.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  publishedVersion,
  readyVersion,
  sendFile,
} from '../../publishing.js';
import { newSubscription } from '../../webhooks.js';
import { alice, inBrowser, mary, modId, root, type SignedInActor, world } from './audit.js';
import {
  account,
  catalogGame,
  ofApp,
  ofRight,
  ownApp,
  ownMod,
  picture,
  released,
  reportOf,
  submittedApp,
  synonyms,
  underReview,
} from './audit-targets.js';

/** A mutation that succeeds: its actor and its arguments. */
interface Write {
  readonly actor: Creator | SignedInActor;
  readonly args?: string;
}

/** One successful call of each mutation without a REST route. The matrix covers the rest. */
export const WRITES: Readonly<Record<string, () => Promise<Write>>> = {
  async renewUploadSession() {
    const { id: versionId } = await draftVersion(alice, modId, { version: 'renewed' });
    const target = { modId, versionId };
    const { body } = await alice.post('/uploads', declarationOf(target, new Uint8Array([1])));
    return { actor: alice, args: `(id: "${body.data.upload_id}")` };
  },
  async removeUploadedFile() {
    const { versionId } = await readyVersion(world, alice, modId, { version: 'removed' });
    const bytes = new Uint8Array(archiveOf('removed'));
    const optional = { fileKind: 'optional', filename: 'extra.zip' };
    const id = await sendFile(alice, { modId, versionId }, bytes, optional);
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return { actor: alice, args: `(id: "${id}")` };
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
