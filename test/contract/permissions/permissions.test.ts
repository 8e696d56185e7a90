import { isLeafType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/graphql/compile-operations.js';
import type { Operation } from '../../../src/graphql/gateway.js';
import { ReceivedFile } from '../../../src/platform/spool/spool.js';
import {
  ACCOUNT_KEY_SCOPES,
  KEY_SCOPES,
  SCOPES,
  type Scope,
  SESSION_SCOPES,
} from '../../../src/registry/scopes.js';
import { createSystemContext } from '../../../src/request/context.js';
import { type Creator, newCreator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { PROBES } from '../../operations/index.js';
import type { Things } from '../../operations/operation.js';
import { declarationOf, draftMod, draftVersion, newGame } from '../../publishing.js';
import { declaredReference, REGISTRATION } from '../../references.js';
import { everyNth, someOf } from '../../rounds.js';
import { unknownId } from '../matrix/stage.js';
import {
  ASKERS,
  type Asker,
  expected,
  type Outcome,
  outcomeOf,
  type Question,
} from './expected.js';
import { fields, mutations, OPERATIONS, ruleOf, schema } from './fields.js';

/** A file that is never read. */
const UNREAD: unknown = Object.create(ReceivedFile.prototype);

const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

describe('permissions', () => {
  const world = useWorld(REGISTRATION);
  const ids = new Map<string, string>();
  let modId: string;
  let operations: ReadonlyMap<string, Operation>;

  beforeAll(async () => {
    const { platform, baseUrl } = world;
    await newGame(world, 'permissions');
    const people: [Asker, Creator][] = [];
    for (const asker of ASKERS) {
      people.push([asker, await newCreator(platform, baseUrl, asker.name)]);
    }
    for (const [asker, { userId }] of people) ids.set(asker.name, userId);
    // Writes that create credentials look their session up; its id is the id of the user.
    await platform.db.webSession.createMany({
      data: people.map(([, { userId }]) => ({
        id: userId,
        userId,
        tokenHash: Buffer.from(userId),
        expiresAt: new Date(platform.clock.now().getTime() + 3_600_000),
      })),
    });
    const owner = people.find(([{ name }]) => name === 'owner')?.[1];
    if (!owner) throw new Error('nobody owns the mod');
    const mod = await draftMod(owner, 'permissions');
    modId = mod.id;
    const { teamId, coverId } = await platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
    for (const { name, member } of ASKERS) {
      if (member === null || member === 'owner') continue;
      const userId = ids.get(name) ?? '';
      await platform.db.teamMember.create({ data: { teamId, userId, role: member } });
    }
    const versionId: string = (await draftVersion(owner, modId, { version: '1' })).id;
    const target = { modId, versionId };
    const { body } = await owner.post('/uploads', declarationOf(target, new Uint8Array([1])));
    const uploadId: string = body.data.upload_id;
    await owner.post(`/uploads/${uploadId}/abort`);
    const referring: string = (await draftVersion(owner, modId, { version: '2' })).id;
    const reference = await owner.post(
      `/mods/${modId}/versions/${referring}/external-artifact`,
      declaredReference(new Uint8Array([1])),
    );
    const releasedId: string = (await draftVersion(owner, modId, { version: '3' })).id;
    await platform.db.modVersion.update({
      where: { id: releasedId },
      data: { state: 'withdrawn', publishedAt: world.clock.now() },
    });
    const report = { modId, reason: 'other', text: 'x', state: 'upheld' } as const;
    const now = platform.clock.now();
    const { id: reportId } = await platform.db.modReport.create({
      data: { ...report, statement: 'x', waitingSince: now, decidedAt: now },
    });
    const { id: publisherId } = await platform.db.trustedPublisher.create({
      data: {
        modId,
        createdById: owner.userId,
        issuer: 'https://issuer.invalid',
        provider: 'github',
        repository: 'ada/mod',
        workflow: 'release.yml',
      },
    });
    const things: Things = {
      ...target,
      publisherId,
      reportId,
      releasedId,
      coverId: coverId ?? '',
      uploadId,
      validationId: reference.body.data.validation_job_id,
      ownerId: owner.userId,
      outsiderId: ids.get('stranger') ?? '',
      noId: unknownId(),
    };
    operations = compileOperations(schema, sourceOf(things));
  });

  async function ask(name: string, question: Question): Promise<Outcome> {
    const { asker, scopes, kind, reaches, aal2 } = question;
    const userId = ids.get(asker.name) ?? '';
    const ctx = createSystemContext(world.platform, 'matrix', {
      kind: 'user',
      actor: `user:${userId}`,
      userId,
      username: asker.name,
      role: asker.role,
      credential: {
        kind,
        id: userId,
        clientId: null,
        scopes,
        modIds: reaches ? null : [unknownId()],
        expiresAt: null,
        aal2At: aal2 ? world.clock.now() : null,
      },
    });
    const outcome = await operations.get(name)?.run({ file: UNREAD }, ctx);
    if (!outcome) throw new Error(`${name} was not compiled`);
    return outcomeOf(name, outcome.error?.code ?? null);
  }

  /** Asks all questions concurrently and compares readable descriptions of the outcomes. */
  async function compare(name: string, questions: readonly Question[]): Promise<void> {
    const found = await Promise.all(questions.map((question) => ask(name, question)));
    const told = (outcomes: readonly Outcome[]) =>
      questions.map(({ asker, scopes, kind, reaches, isPublished, aal2 }, at) => {
        const place = `${isPublished ? 'published' : 'draft'}${reaches ? '' : ', limited'}`;
        return `${asker.name} (${kind}${aal2 ? ', AAL2' : ''}: ${scopes.join(' ')}; ${place}): ${outcomes[at]}`;
      });
    expect(told(found)).toEqual(told(questions.map((question) => expected(name, question))));
  }

  const names = Object.keys(OPERATIONS);
  const usual = { kind: 'pat', aal2: false, reaches: true, isPublished: false } as const;

  it.each(names)(
    '%s follows the permission table for each role with its scopes, with none, and with others',
    async (name) => {
      const own = ruleOf(name).scopes;
      // Together, the operations have each of the other scopes in npm test too.
      const others = someOf(ALL_SCOPES, 1, names.indexOf(name));
      const sets = [own, [], ...others.map((scope) => [scope])];
      await compare(
        name,
        ASKERS.flatMap((asker) => sets.map((scopes) => ({ ...usual, asker, scopes }))),
      );
    },
  );

  it.each(everyNth(names, 16))(
    '%s follows the permission table for each role in a browser and with a credential for another mod',
    async (name) => {
      const session = { ...usual, kind: 'session', scopes: SESSION_SCOPES } as const;
      // The tests of lists and drafts cover limited credentials for things of an account.
      const isAccounts = ['anyone', 'account', 'session', 'program'].includes(
        OPERATIONS[name]?.needs ?? '',
      );
      const limited = { ...usual, scopes: ALL_SCOPES, reaches: false } as const;
      const kinds = isAccounts ? [session] : [session, limited];
      await compare(
        name,
        ASKERS.flatMap((asker) => kinds.map((kind) => ({ ...kind, asker }))),
      );
    },
  );

  const credentials = {
    'a session with a password alone': { kind: 'session', scopes: SESSION_SCOPES },
    'a session with a recent second factor': {
      kind: 'session',
      scopes: SESSION_SCOPES,
      aal2: true,
    },
    'an ordinary token': { kind: 'pat', scopes: KEY_SCOPES },
    'an ordinary token of a recent second factor': {
      kind: 'pat',
      scopes: KEY_SCOPES,
      aal2: true,
    },
    'a token with admin:*': { kind: 'pat', scopes: [...KEY_SCOPES, 'admin:*'] },
    'a recent token with admin:*': {
      kind: 'pat',
      scopes: [...KEY_SCOPES, 'admin:*'],
      aal2: true,
    },
    'a token with admin:* for another mod': {
      kind: 'pat',
      scopes: [...KEY_SCOPES, 'admin:*'],
      aal2: true,
      reaches: false,
    },
    'a token of an application': { kind: 'oauth', scopes: SESSION_SCOPES },
    'a token of an agent': { kind: 'agent', scopes: ALL_SCOPES },
    'an API key': { kind: 'api_key', scopes: KEY_SCOPES },
    'an account key': { kind: 'account_key', scopes: ACCOUNT_KEY_SCOPES },
    'an operator command': { kind: 'operator', scopes: ALL_SCOPES },
  } satisfies Readonly<Record<string, Partial<Question>>>;
  const staff = ASKERS.filter(({ role }) => role !== 'user');

  it.each(Object.entries(credentials))(
    '%s gives staff no right that the contract does not name',
    async (credentialName, credential) => {
      const turn = 24 * Object.keys(credentials).indexOf(credentialName);
      for (const name of someOf(names, 6, turn)) {
        const isAccounts = ['anyone', 'account', 'session', 'program'].includes(
          OPERATIONS[name]?.needs ?? '',
        );
        if (isAccounts) continue;
        await compare(
          name,
          staff.map((asker) => ({ ...usual, ...credential, asker })),
        );
      }
    },
  );

  it('a public mod gives callers outside the team no more rights than the permission table', async () => {
    await world.platform.db.mod.update({ where: { id: modId }, data: { state: 'published' } });
    for (const name of everyNth(names, 12)) {
      await compare(
        name,
        ASKERS.map((asker) => ({ ...usual, asker, scopes: ALL_SCOPES, isPublished: true })),
      );
    }
  });

  /** The probes as GraphQL operations, each named like its field. */
  function sourceOf(things: Things): string {
    const operations = Object.entries(PROBES).map(([name, argsOf]) => {
      const field = fields.get(name);
      if (!field) throw new Error(`there is no field ${name}`);
      const kind = mutations.includes(field) ? 'mutation' : 'query';
      const type = 'ofType' in field.type ? field.type.ofType : field.type;
      const selection = isLeafType(type) ? '' : ' { __typename }';
      const args = argsOf(things);
      const variables = args.includes('$file') ? '($file: Upload!)' : '';
      return `${kind} ${name}${variables} { ${name}${args}${selection} }`;
    });
    return operations.join('\n');
  }
});
