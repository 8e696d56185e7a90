import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { SCOPE_PATTERN } from '../../../registry/patterns.js';
import {
  canDelegate,
  isSensitive,
  KEY_SCOPES,
  SCOPES,
  type ScopeKind,
} from '../../../registry/scopes.js';
import { hasSteppedUp, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { inResourceGrants } from './delegation.js';
import { countActive } from './read-keys.js';

/** The kinds of scopes that keys may have. */
const KeyScopeKind = { base: 'base', standard: 'standard', sensitive: 'sensitive' } as const;

registerEnumType(KeyScopeKind, { name: 'ScopeKind' });

/** A scope that keys may have. */
@ObjectType({ simpleResolvers: true })
class KeyScope {
  @Field(() => String)
  @Extensions({ jsonSchema: { pattern: SCOPE_PATTERN } })
  readonly name!: string;

  @Field(() => KeyScopeKind, { description: '`sensitive` scopes need a recent second factor.' })
  readonly kind!: Exclude<ScopeKind, 'internal'>;

  @Field(() => String, { description: 'A text about the scope, in the language of the caller.' })
  readonly description!: string;

  @Field(() => Boolean, { description: 'Whether this credential can create a key with the scope.' })
  readonly grantable!: boolean;

  @Field(() => Boolean, {
    description: 'Whether a second factor must have been confirmed within the last 15 minutes.',
  })
  readonly stepUpRequired!: boolean;
}

/** A mod that a key may be limited to. */
@ObjectType({ simpleResolvers: true })
class KeyMod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => TeamRole, { description: 'The role of the caller in the team of the mod.' })
  readonly role!: TeamRole;
}

/** The limits of keys. */
@ObjectType({ simpleResolvers: true })
class KeyLimits {
  @Field(() => Int, { description: 'The highest number of valid keys and tokens of a user.' })
  readonly keysMax!: number;

  @Field(() => Int, { description: 'The number of valid keys and tokens of the user now.' })
  readonly keysLiving!: number;

  @Field(() => Int, { description: 'The highest number of characters of a name.' })
  readonly nameCharactersMax!: number;

  @Field(() => Int, { description: 'The highest number of mods that a key can be limited to.' })
  readonly resourceGrantsMax!: number;

  @Field(() => Int, { description: 'The longest lifetime of a new key, in seconds.' })
  readonly lifetimeSecondsMax!: number;

  @Field(() => Int, {
    description: 'The seconds for which a rotated key stays valid beside the new one.',
  })
  readonly rotationOverlapSeconds!: number;
}

/** The options for a new key (Spec 4.5). */
@ObjectType({ simpleResolvers: true })
export class ApiKeyCapabilities {
  @Field(() => [KeyScope])
  readonly scopes!: readonly KeyScope[];

  @Field(() => [KeyMod], {
    description: 'The mods whose teams the user joined last. `listMyResources` lists all of them.',
  })
  readonly mods!: readonly KeyMod[];

  @Field(() => Boolean, { description: 'Whether the user has more mods than this list contains.' })
  readonly moreMods!: boolean;

  @Field(() => KeyLimits)
  readonly limits!: KeyLimits;
}

/**
 * Returns the options for a new key (Spec 4.5): the limits, and all scopes of keys, each with
 * whether this credential can grant it. The mods are those that the credential reaches, the latest
 * memberships first, at most one page; `moreMods` says whether there are more. Two statements.
 * Throws `unauthorized`.
 */
export async function getCapabilities(ctx: RequestContext): Promise<ApiKeyCapabilities> {
  const { userId } = requireUser(ctx);
  const { db, clock } = ctx.platform;
  const mods = await readMods(ctx, LIMITS.pageSizeMax + 1);
  return {
    scopes: scopesOf(ctx),
    mods: mods.slice(0, LIMITS.pageSizeMax),
    moreMods: mods.length > LIMITS.pageSizeMax,
    limits: {
      keysMax: LIMITS.credentialsPerUser,
      keysLiving: await countActive(db, userId, clock.now()),
      nameCharactersMax: LIMITS.credentialNameCharacters,
      resourceGrantsMax: LIMITS.resourceGrantsPerCredential,
      lifetimeSecondsMax: LIMITS.apiKeyLifetimeSeconds,
      rotationOverlapSeconds: LIMITS.apiKeyOverlapSeconds,
    },
  };
}

function scopesOf(ctx: RequestContext): KeyScope[] {
  const { credential } = requireUser(ctx);
  const steppedUp = hasSteppedUp(ctx);
  const makesKeys = credential.kind !== 'oauth';
  return KEY_SCOPES.flatMap((name) => {
    const { kind, description } = SCOPES[name];
    if (kind === 'internal') return [];
    const stepUpRequired = isSensitive(name);
    const isDelegable = makesKeys && canDelegate(credential.scopes, name);
    const grantable = isDelegable && (steppedUp || !stepUpRequired);
    return [
      { name, kind, description: description[ctx.request.locale], grantable, stepUpRequired },
    ];
  });
}

function readMods(ctx: RequestContext, limit: number): Promise<KeyMod[]> {
  const { userId, credential } = requireUser(ctx);
  return ctx.platform.db.$queryRaw<KeyMod[]>`
    select m.id, m.slug, m.title, t.role::text
    from team_members t join mods m on m.team_id = t.team_id
    where t.user_id = ${userId}::uuid and m.state <> 'deleted'
      ${inResourceGrants(credential.modIds, Prisma.sql`m.id`)}
    order by t.created_at desc, m.id desc limit ${limit}`;
}
