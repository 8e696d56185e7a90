import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { isSensitive, KEY_SCOPES, mayGrant, SCOPES } from '../../../registry/scopes.js';
import { hasSteppedUp, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { ApiKeyCapabilities, KeyMod, KeyScope } from './capabilities.type.js';
import { countLiving } from './living.js';
import { withinGrant } from './within-grant.js';

/** The options for a new key that this credential could create (Spec 4.5); two statements. */
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
      keysLiving: await countLiving(db, userId, clock.now()),
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
    const isHeld = makesKeys && mayGrant(credential.scopes, name);
    const grantable = isHeld && (steppedUp || !stepUpRequired);
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
      ${withinGrant(credential.modIds, Prisma.sql`m.id`)}
    order by t.created_at desc, m.id desc limit ${limit}`;
}
