import { Field, ID, InputType } from 'type-graphql';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { isSensitive, KEY_SCOPES, type Scope } from '../../../registry/scopes.js';
import {
  hasSteppedUp,
  lockCaller,
  requireStepUp,
  requireUser,
} from '../../../request/authorize.js';
import { CheckedBy, checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { displayName } from '../../../request/texts.js';
import { transact } from '../../../request/transact.js';
import type { UserViewer } from '../../../request/viewer.js';
import { type CreatedApiKey, ResourceType } from './api-key.type.js';
import { recordChange } from './change-keys.js';
import { keyScopes, latestEnd, requireDelegable, requireOwnMods } from './delegation.js';
import { lastingCredential } from './lasting-credential.js';
import { countActive, presentKey } from './read-keys.js';
import { makeSecret } from './secret.js';

/** The schema of a new key (Spec 5.4). */
const createApiKeySchema = z.object({
  name: displayName(z.string().trim().min(1).max(LIMITS.credentialNameCharacters)),
  scopes: z.array(z.string().meta({ enum: [...KEY_SCOPES] })).min(1),
  resourceGrants: z
    .array(z.object({ type: z.literal('mod'), id: z.string() }))
    .max(LIMITS.resourceGrantsPerCredential)
    .nullish(),
  expiresAt: z.date().nullish(),
});

/** A resource that a new key may use. */
@InputType()
class ResourceGrantInput {
  @Field(() => ResourceType)
  readonly type!: ResourceType;

  @Field(() => ID)
  readonly id!: string;
}

/** A new key. */
@InputType()
@CheckedBy(createApiKeySchema)
export class CreateApiKeyInput {
  @Field(() => String)
  readonly name!: string;

  @Field(() => [String], {
    description: 'Only scopes that `getApiKeyCapabilities` reports as grantable.',
  })
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrantInput], {
    nullable: true,
    description: 'The mods that the key covers. None if empty or omitted.',
  })
  readonly resourceGrants?: readonly ResourceGrantInput[] | null;

  @Field(() => Date, {
    nullable: true,
    description: `At most ${LIMITS.apiKeyLifetimeSeconds / 86_400} days ahead. The latest possible time if omitted.`,
  })
  readonly expiresAt?: Date | null;
}

/**
 * Creates a key for programs of the viewer, limited to the named mods, or to none. An API key never
 * covers all mods; a personal token can. If a token or key creates it, the end of that token or key
 * ends it too. Only the result contains its secret. The creation is recorded (`recordChange`). Spec
 * 4.5, 5.4. Throws
 * - `unauthorized` and `account_blocked`, also if access ended meanwhile (`lockCaller`)
 * - `invalid_input`, `invalid_scope` for invalid requests
 * - `delegated_scope_denied`, `resource_scope_denied` for rights that the credential itself lacks
 * - `forbidden` for the token of an application
 * - `step_up_required` for sensitive scopes without a recent second factor
 * - `gone` for a deleted mod, `not_found` for any other mod whose team the viewer is not in
 * - `invalid_state` if the viewer already has the maximum number of valid tokens and keys
 */
export async function createApiKey(
  ctx: RequestContext,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const viewer = requireUser(ctx);
  const values = checked(createApiKeySchema, input);
  const scopes = keyScopes(values.scopes);
  const modIds = [...new Set((values.resourceGrants ?? []).map(({ id }) => id))];
  const expiresAt = endOf(ctx, viewer, values.expiresAt ?? null);
  requireDelegable(viewer, { scopes, limited: true, modIds });
  if (scopes.some(isSensitive)) requireStepUp(ctx);
  await requireOwnMods(ctx, modIds);
  const secret = makeSecret(ctx.platform.keys, 'api_key');
  const key: NewKey = {
    userId: viewer.userId,
    name: values.name,
    scopes,
    keyId: secret.keyId,
    secretHash: secret.hash,
    modIds,
    aal2Scopes: aal2ScopesFor(ctx, scopes),
    expiresAt,
  };
  const row = await transact(
    ctx,
    (tx) => insertKey(tx, ctx, key),
    ({ id }) => id,
  );
  return { ...presentKey(ctx.platform, row), secret: secret.text };
}

type NewKey = Pick<
  CredentialModel,
  'userId' | 'name' | 'scopes' | 'keyId' | 'secretHash' | 'modIds' | 'aal2Scopes' | 'expiresAt'
>;

/** Inserts a key and records it. Throws `invalid_state` if its user then has too many. */
async function insertKey(tx: Tx, ctx: RequestContext, key: NewKey): Promise<CredentialModel> {
  const { clock } = ctx.platform;
  // The account is locked from here on, so that the second of two keys counts the first.
  await lockCaller(tx, ctx);
  const creatorId = await lastingCredential(tx, ctx);
  const row = await tx.credential.create({
    data: {
      ...key,
      id: newId(),
      kind: 'api_key',
      limited: true,
      creatorIds: creatorId === null ? [] : [creatorId],
      createdAt: clock.now(),
    },
  });
  await recordChange(tx, ctx, row, 'created');
  if ((await countActive(tx, key.userId, clock.now())) <= LIMITS.credentialsPerUser) return row;
  throw problem('invalid_state', { detail: TOO_MANY_KEYS });
}

const { credentialsPerUser: MOST } = LIMITS;

const TOO_MANY_KEYS: TextForPeople = {
  en: `This account has ${MOST} valid keys and tokens, which is the limit; revoke one of them first.`,
  ru: `У этого аккаунта уже ${MOST} действующих ключей и токенов — это предел; сначала отзовите один из них.`,
  de: `Dieses Konto hat bereits ${MOST} gültige Schlüssel und Tokens, mehr sind nicht möglich; widerrufen Sie zuerst einen davon.`,
};

/** The scopes that count as granted under AAL2: all or none of those of the new key. */
function aal2ScopesFor(ctx: RequestContext, scopes: readonly Scope[]): Scope[] {
  return hasSteppedUp(ctx) ? [...scopes] : [];
}

/**
 * Returns the expiry of a new key. Throws `invalid_input` if the requested one has passed or
 * exceeds the limit.
 */
function endOf({ platform }: RequestContext, viewer: UserViewer, wanted: Date | null): Date {
  const now = platform.clock.now();
  const furthest = new Date(now.getTime() + LIMITS.apiKeyLifetimeSeconds * 1000);
  const own = latestEnd(viewer);
  const latest = own && own < furthest ? own : furthest;
  const end = wanted ?? latest;
  if (end > now && end <= latest) return end;
  const code = end > now ? 'too_large' : 'too_small';
  throw problem('invalid_input', { fields: [{ field: 'expiresAt', code }] });
}
