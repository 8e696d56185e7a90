import type { Tx } from '../../../platform/database/connect.js';
import type { CiProvider } from '../../../platform/database/generated/enums.js';
import { GITHUB_ISSUER, GITLAB_ISSUER } from '../../../registry/ci-issuers.js';
import { type FieldProblem, problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireAal2Scope, requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { applicationOf } from '../../../request/viewer.js';
import { lastingCredential } from '../../identity/index.js';
import { requireModPermission } from '../teams/mod-access.js';
import { lockTeam } from '../teams/team-change.js';
import { isSameEnvironment, isSameName, type PublisherRule } from './ci-facts.js';
import { notifyOwners } from './notify-owners.js';
import { getTrustedPublisher } from './read-trusted-publishers.js';
import {
  type TrustedPublisher,
  type TrustedPublisherInput,
  trustedPublisherSchema,
} from './trusted-publisher.type.js';

/**
 * Lets a workflow publish versions of a mod. The workflow acts in the name of the viewer, while
 * they own the mod. Writes an audit line, and mails the owners within the limits of `notify`,
 * because an attacker with a stolen account could add a publisher. The publisher is removed when
 * the access that created it ends: the token, key or application, or the user's sessions
 * (`endCreated`). Throws:
 * - a viewer who is not an owner: the errors of `requireModPermission`
 * - without AAL2: `step_up_required`
 * - faulty members: `invalid_input`
 * - the mod or the account has the maximum number of publishers, or the mod has the same one
 *   already: `invalid_state`
 * - a key that was rotated: `invalid_state`
 * - the account or the credential ended meanwhile: the errors of `lockCaller`
 */
export async function createTrustedPublisher(
  ctx: RequestContext,
  modId: string,
  input: TrustedPublisherInput,
): Promise<TrustedPublisher> {
  const { userId } = requireUser(ctx);
  await requireModPermission(ctx, modId, 'team');
  const values = checkedPublisher(ctx.platform.config.trustedIssuers, input);
  requireAal2Scope(ctx, 'teams:admin');
  const id = newId();
  const create = async (tx: Tx) => {
    await lockCaller(tx, ctx);
    const team = await lockTeam(tx, modId, { viewerId: userId, userId, needs: 'team' });
    const others = await tx.trustedPublisher.findMany({ where: { modId, removedAt: null } });
    if (others.length >= LIMITS.trustedPublishersPerMod) throw tooMany();
    await requireAccountQuota(tx, userId);
    if (others.some((other) => isSame(other, values))) throw alreadyThere();
    const createdAt = ctx.platform.clock.now();
    await tx.trustedPublisher.create({
      data: { ...values, ...(await creatorOf(tx, ctx)), id, modId, createdAt },
    });
    const { issuer, repository, workflow, environment, ref } = values;
    await audit(tx, ctx, {
      action: 'trusted_publisher.created',
      targetKind: 'mod',
      targetId: modId,
      data: { trusted_publisher_id: id, issuer, repository, workflow, environment, ref },
    });
    await notifyOwners(tx, ctx, { modId, team, change: 'added', publisher: values });
  };
  await transact(ctx, create, () => id);
  return getTrustedPublisher(ctx, modId, id);
}

/**
 * The owner who creates a publisher, and the token, key or application with which it is removed.
 * Throws `invalid_state` for a key that was rotated: perhaps a thief uses it, so its successor must
 * not keep the publisher alive.
 */
async function creatorOf(tx: Tx, ctx: RequestContext) {
  const viewer = requireUser(ctx);
  const credentialId = await lastingCredential(tx, ctx);
  if (credentialId !== null && credentialId !== viewer.credential.id) throw replacedKey();
  return { createdById: viewer.userId, credentialId, clientId: applicationOf(viewer) };
}

/**
 * Bounds the transaction that ends all publishers of an account. Those of mods that the user left
 * count too. The locked account makes the second of two writes count the first.
 */
async function requireAccountQuota(tx: Tx, createdById: string): Promise<void> {
  const all = await tx.trustedPublisher.count({ where: { createdById, removedAt: null } });
  if (all >= LIMITS.trustedPublishersPerAccount) throw tooManyInAll();
}

/**
 * Removes a trusted publisher with immediate effect: its tokens stop working. Versions keep their
 * provenance, and the owners get a mail within the limits of `notify`. Also writes an audit line.
 * Returns its id. Throws `step_up_required`, `not_found`, `gone` if it was removed before or the
 * mod was deleted, and the errors of `requireModPermission`.
 */
export async function deleteTrustedPublisher(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<string> {
  const { userId } = requireUser(ctx);
  await requireModPermission(ctx, modId, 'team');
  const publisher = await getTrustedPublisher(ctx, modId, id);
  const { issuer, repository } = publisher;
  requireAal2Scope(ctx, 'teams:admin');
  await transact(ctx, async (tx) => {
    const team = await lockTeam(tx, modId, { viewerId: userId, userId, needs: 'team' });
    const { count } = await tx.trustedPublisher.updateMany({
      where: { id, modId, removedAt: null },
      data: { removedAt: ctx.platform.clock.now() },
    });
    if (count === 0) throw goneObject(id);
    await audit(tx, ctx, {
      action: 'trusted_publisher.removed',
      targetKind: 'mod',
      targetId: modId,
      data: { trusted_publisher_id: id, issuer, repository },
    });
    await notifyOwners(tx, ctx, { modId, team, change: 'removed', publisher });
  });
  return id;
}

function checkedPublisher(
  issuers: readonly string[],
  { provider, ...input }: TrustedPublisherInput,
) {
  const values = checked(trustedPublisherSchema, input);
  const form = provider ?? providerOf(values.issuer);
  const fields: FieldProblem[] = [
    ...(issuers.includes(values.issuer)
      ? []
      : [{ field: 'issuer', code: 'unknown_value' as const }]),
    ...(isOther(values.issuer, form) ? [{ field: 'provider', code: 'not_allowed' as const }] : []),
    ...(isFormOf(form, values) ? [] : [{ field: 'workflow', code: 'invalid_format' as const }]),
    ...(form === 'github' && values.repository.split('/').length !== 2
      ? [{ field: 'repository', code: 'invalid_format' as const }]
      : []),
  ];
  if (fields.length > 0) throw problem('invalid_input', { fields });
  const { repositoryId = null, repositoryOwnerId = null, environment = null, ref = null } = values;
  return { ...values, provider: form, repositoryId, repositoryOwnerId, environment, ref };
}

/** The issuer of an enterprise at GitHub has a path; GitHub on an own server has a fixed one. */
function providerOf(issuer: string): CiProvider {
  const isGithub = issuer.startsWith(`${GITHUB_ISSUER}/`) || issuer.endsWith('/_services/token');
  return issuer === GITHUB_ISSUER || isGithub ? 'github' : 'gitlab';
}

/**
 * Returns whether the issuer is known to have the other form of tokens: each issuer of GitHub, and
 * gitlab.com, has only one.
 */
function isOther(issuer: string, form: CiProvider): boolean {
  const isKnown = issuer === GITLAB_ISSUER || providerOf(issuer) === 'github';
  return isKnown && providerOf(issuer) !== form;
}

/** At GitHub, workflows are files of one folder. At GitLab, a path stays inside of the project. */
function isFormOf(form: CiProvider, { workflow }: { readonly workflow: string }): boolean {
  if (form === 'github') return !workflow.includes('/');
  return workflow.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}

/**
 * Whether two publishers have the same issuer, provider, repository, workflow, environment and ref.
 * Compares case like `mismatchOf`, and ignores the ids.
 */
function isSame(one: IssuerRule, other: IssuerRule): boolean {
  const same = (['issuer', 'provider', 'workflow', 'ref'] as const).every(
    (name) => one[name] === other[name],
  );
  return (
    same &&
    isSameName(one.repository, other.repository) &&
    isSameEnvironment(one.provider, one.environment, other.environment)
  );
}

/** A rule, and the issuer whose tokens it is for. */
type IssuerRule = PublisherRule & { readonly issuer: string };

function replacedKey(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'This key was replaced and stops working within minutes; add the trusted publisher with the new key.',
      ru: 'Этот ключ заменён и скоро перестанет действовать; добавьте доверенного издателя с новым ключом.',
      de: 'Dieser Schlüssel wurde ersetzt und gilt nur noch wenige Minuten; fügen Sie den vertrauenswürdigen Herausgeber mit dem neuen Schlüssel hinzu.',
    },
  });
}

const { trustedPublishersPerMod: MOST, trustedPublishersPerAccount: IN_ALL } = LIMITS;

function tooManyInAll(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `Your account has added ${IN_ALL} trusted publishers to mods, which is the limit; remove some of them first.`,
      ru: `Ваш аккаунт уже добавил ${IN_ALL} доверенных издателей — это предел; сначала удалите некоторых из них.`,
      de: `Ihr Konto hat bereits ${IN_ALL} vertrauenswürdige Herausgeber hinzugefügt, mehr sind nicht möglich; entfernen Sie zuerst einige davon.`,
    },
  });
}

function tooMany(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `This mod has ${MOST} trusted publishers, which is the limit; remove one of them first.`,
      ru: `У этого мода уже ${MOST} доверенных издателей — это предел; сначала удалите одного из них.`,
      de: `Diese Mod hat bereits ${MOST} vertrauenswürdige Herausgeber, mehr sind nicht möglich; entfernen Sie zuerst einen davon.`,
    },
  });
}

function alreadyThere(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'This mod already has a trusted publisher with this issuer, repository, workflow, environment and ref; change one of them, or use the existing one.',
      ru: 'У этого мода уже есть доверенный издатель с такими же issuer, repository, workflow, environment и ref; измените одно из значений или используйте существующего.',
      de: 'Diese Mod hat bereits einen vertrauenswürdigen Herausgeber mit denselben Werten für issuer, repository, workflow, environment und ref; ändern Sie einen davon oder verwenden Sie den vorhandenen.',
    },
  });
}
