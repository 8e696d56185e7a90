import { beforeAll, describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/graphql/compile-operations.js';
import type { Operation } from '../../../src/graphql/gateway.js';
import { createToken } from '../../../src/modules/identity/index.js';
import type { PlatformRole } from '../../../src/registry/access.js';
import {
  ACCOUNT_KEY_SCOPES,
  KEY_SCOPES,
  type Scope,
  SESSION_SCOPES,
  satisfiesScope,
} from '../../../src/registry/scopes.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { CredentialFacts } from '../../../src/request/viewer.js';
import { type Creator, type Json, withSecret } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
} from '../../publishing.js';
import { declaredReference, REGISTRATION } from '../../references.js';
import { everyNth } from '../../rounds.js';
import { unknownId } from '../matrix/stage.js';
import { mutations, ruleOf, schema } from './fields.js';

/** A draft whose version has a file, and a mod with a published and an unpublished version. */
interface Ids {
  readonly draft: string;
  readonly out: string;
  readonly inDraft: { readonly versionId: string; readonly uploadId: string };
  readonly unpublished: { readonly versionId: string; readonly artifactId: string };
  /** A file of another provider whose validation is pending. */
  readonly pending: string;
}

interface Read {
  readonly field: string;
  readonly args: (ids: Ids) => string;
  readonly selection: string;
  /** The outcome for staff who act as staff, and for staff who do not. */
  readonly staff: string;
  readonly others: string;
}

const list = '{ items { __typename } }';
const one = '{ __typename }';
/** Every read that could show a draft, an unpublished file or the state of an upload. */
const READS: Readonly<Record<string, Read>> = {
  draft: {
    field: 'getMod',
    args: ({ draft }) => `id: "${draft}"`,
    selection: one,
    staff: 'read',
    others: 'not_found',
  },
  versionOfDraft: {
    field: 'getModVersion',
    args: ({ draft, inDraft }) => `modId: "${draft}", versionId: "${inDraft.versionId}"`,
    selection: '{ artifactIds }',
    staff: 'read',
    others: 'not_found',
  },
  versionsOfDraft: {
    field: 'listModVersions',
    args: ({ draft }) => `modId: "${draft}"`,
    selection: list,
    staff: '1 listed',
    others: 'not_found',
  },
  dependenciesOfDraft: {
    field: 'listModDependencies',
    args: ({ draft }) => `modId: "${draft}"`,
    selection: list,
    staff: '0 listed',
    others: 'not_found',
  },
  unpublishedVersion: {
    field: 'getModVersion',
    args: ({ out, unpublished }) => `modId: "${out}", versionId: "${unpublished.versionId}"`,
    selection: '{ artifactIds }',
    staff: 'read',
    others: 'not_found',
  },
  unpublishedVersions: {
    field: 'listModVersions',
    args: ({ out }) => `modId: "${out}"`,
    selection: list,
    staff: '3 listed',
    others: '1 listed',
  },
  filesOfDraft: {
    field: 'listArtifacts',
    args: ({ draft }) => `modId: "${draft}"`,
    selection: list,
    staff: '1 listed',
    others: '0 listed',
  },
  unpublishedFiles: {
    field: 'listArtifacts',
    args: ({ out }) => `modId: "${out}"`,
    selection: list,
    staff: '3 listed',
    others: '1 listed',
  },
  pendingDownload: {
    field: 'resolveDownload',
    args: ({ pending }) => `artifactId: "${pending}"`,
    selection: one,
    staff: 'reference_pending',
    others: 'file_not_found',
  },
  // The team role decides these. Staff have their own operations for reviews.
  unpublishedFile: {
    field: 'getArtifact',
    args: ({ unpublished }) => `id: "${unpublished.artifactId}"`,
    selection: one,
    staff: 'file_not_found',
    others: 'file_not_found',
  },
  unpublishedDownload: {
    field: 'resolveDownload',
    args: ({ unpublished }) => `artifactId: "${unpublished.artifactId}"`,
    selection: one,
    staff: 'file_not_found',
    others: 'file_not_found',
  },
  upload: {
    field: 'getUploadSession',
    args: ({ inDraft }) => `id: "${inDraft.uploadId}"`,
    selection: one,
    staff: 'session_not_found',
    others: 'session_not_found',
  },
  review: {
    field: 'getUploadReview',
    args: ({ inDraft }) => `id: "${inDraft.uploadId}"`,
    selection: one,
    staff: 'session_not_found',
    others: 'session_not_found',
  },
  mediaOfDraft: {
    field: 'listModMedia',
    args: ({ draft }) => `modId: "${draft}"`,
    selection: list,
    staff: 'forbidden',
    others: 'not_found',
  },
  teamOfDraft: {
    field: 'listModTeamMembers',
    args: ({ draft }) => `modId: "${draft}"`,
    selection: list,
    staff: 'forbidden',
    others: 'not_found',
  },
  plan: {
    field: 'resolveInstallPlan',
    args: ({ draft }) => `input: { gameSlug: "reads", modIds: ["${draft}"] }`,
    selection: one,
    staff: 'not_found',
    others: 'not_found',
  },
  search: {
    field: 'searchCatalog',
    args: () => 'q: "Draft"',
    selection: list,
    staff: '0 listed',
    others: '0 listed',
  },
};

type Presented = Pick<CredentialFacts, 'kind' | 'scopes'> & { aal2?: true; limited?: true };

const ADMIN: readonly Scope[] = [...KEY_SCOPES, 'admin:*'];
/** Every kind of credential, and whether staff act as staff with it. */
const CREDENTIALS: readonly (readonly [string, Presented, boolean])[] = [
  ['a session with a password alone', { kind: 'session', scopes: SESSION_SCOPES }, false],
  ['a session with a second factor', { kind: 'session', scopes: SESSION_SCOPES, aal2: true }, true],
  ['a token with mods:read', { kind: 'pat', scopes: ['mods:read'] }, false],
  ['a token of all ordinary scopes', { kind: 'pat', scopes: KEY_SCOPES }, false],
  ['a token granted under AAL2', { kind: 'pat', scopes: KEY_SCOPES, aal2: true }, false],
  ['a token with admin:*', { kind: 'pat', scopes: ADMIN }, true],
  ['a token with admin:* for some mods', { kind: 'pat', scopes: ADMIN, limited: true }, false],
  ['a token of an application', { kind: 'oauth', scopes: SESSION_SCOPES }, false],
  ['a token of an agent', { kind: 'agent', scopes: ADMIN }, false],
  ['an API key', { kind: 'api_key', scopes: KEY_SCOPES }, false],
  ['an account key', { kind: 'account_key', scopes: ACCOUNT_KEY_SCOPES }, false],
  ['an operator command', { kind: 'operator', scopes: KEY_SCOPES }, true],
];

describe('reads of unpublished things by staff', () => {
  const world = useWorld(REGISTRATION);
  const staff: { role: PlatformRole; userId: string }[] = [];
  let owner: Creator;
  let operations: ReadonlyMap<string, Operation>;
  let ids: Ids;

  beforeAll(async () => {
    await newGame(world, 'reads');
    owner = await world.creator('owner');
    for (const role of ['moderator', 'admin'] as const) {
      const { userId } = await world.creator(role);
      await world.platform.db.user.update({ where: { id: userId }, data: { role } });
      staff.push({ role, userId });
    }
    const draft = await draftMod(owner, 'reads', { title: { en: 'Draft' } });
    const inDraft = await readyVersion(world, owner, draft.id, { version: '1.0.0' });
    const out = await draftMod(owner, 'reads', { title: { en: 'Out' } });
    await publishedVersion(world, owner, out.id, { version: '1.0.0' });
    const unpublished = await readyVersion(world, owner, out.id, { version: '2.0.0' });
    const referring: string = (await draftVersion(owner, out.id, { version: '3.0.0' })).id;
    const reference = await owner.post(
      `/mods/${out.id}/versions/${referring}/external-artifact`,
      declaredReference(new Uint8Array([1])),
    );
    if (reference.status !== 202) throw new Error(reference.text);
    const pending = await world.platform.db.externalReference.findFirstOrThrow({
      where: { artifact: { versionId: referring } },
    });
    await world.platform.db.externalReference.updateMany({ data: { state: 'pending' } });
    ids = { draft: draft.id, out: out.id, inDraft, unpublished, pending: pending.artifactId };
    operations = compileOperations(schema, sourceOf());
  });

  async function ask(name: string, who: (typeof staff)[number], has: Presented): Promise<string> {
    const { userId, role } = who;
    const ctx = createSystemContext(world.platform, 'reads', {
      kind: 'user',
      actor: `user:${userId}`,
      userId,
      username: 'somebody',
      role,
      credential: {
        kind: has.kind,
        id: userId,
        clientId: null,
        scopes: has.scopes,
        modIds: has.limited ? [unknownId()] : null,
        expiresAt: null,
        aal2At: has.aal2 ? world.clock.now() : null,
      },
    });
    const { data, error } = (await operations.get(name)?.run({}, ctx)) ?? {};
    if (error) return error.code;
    const { r }: Json = data;
    return r.items ? `${r.items.length} listed` : 'read';
  }

  function sourceOf(): string {
    const sources = Object.entries(READS).map(([name, { field, args, selection }]) => {
      const kind = mutations.some((mutation) => mutation.name === field) ? 'mutation' : 'query';
      return `${kind} ${name} { r: ${field}(${args(ids)}) ${selection} }`;
    });
    return sources.join('\n');
  }

  it.each(everyNth(CREDENTIALS, 2))(
    '%s gives staff exactly the reads of the permission table: %#',
    async (_name, has, actsAsStaff) => {
      for (const who of staff) {
        for (const [name, { field, staff: asStaff, others }] of Object.entries(READS)) {
          const mayAsk = ruleOf(field).scopes.every((scope) => satisfiesScope(has.scopes, scope));
          const expected = actsAsStaff ? asStaff : others;
          const found = await ask(name, who, has);
          expect([who.role, name, found]).toEqual([
            who.role,
            name,
            mayAsk ? expected : 'insufficient_scope',
          ]);
        }
      }
    },
  );

  it('an agent that runs tools for a moderator reads no draft, even with admin:*', async () => {
    const moderator = staff[0];
    if (!moderator) throw new Error('there is no moderator');
    const { secret } = await createToken(createSystemContext(world.platform, 'test'), {
      userId: moderator.userId,
      name: 'agent',
      modIds: null,
      lifetimeSeconds: null,
      scopes: ['agent:mods.get', 'agent:versions.compare', 'admin:*'],
      aal2: true,
    });
    const agent = withSecret(world.baseUrl, secret);
    const run = (tool: string, input: object) => agent.post('/agent/tools:run', { tool, input });
    expect(refusal(await run('mods.get', { mod_id: ids.draft }))).toBe('404 not_found');
    const seen = await run('mods.get', { mod_id: ids.out });
    expect(seen.body.data.output.versions).toHaveLength(1);
  });
});
