import type { AppKind } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { newId } from '../../../request/ids.js';
import { transact } from '../../../request/transact.js';
import type { AppWithSecret } from './app.type.js';
import { unreviewedScopes } from './app-scopes.js';
import { makeAppSecret, makeClientId } from './app-secret.js';
import { type AppFacts, checkedApp } from './check-app.js';
import { admitApp } from './own-apps.js';
import { presentApp } from './present-app.js';
import { recordApp } from './record-app.js';

/** A new application for an owner. */
export interface NewApp extends AppFacts {
  readonly ownerId: string;
  readonly kind: AppKind;
  /**
   * Set if an operator creates it. An operator can replace the review of all requested scopes, has
   * no limit on their number, and may reuse a name in a script.
   */
  readonly byOperator?: { readonly approved: boolean };
}

/**
 * Creates an application. The response is the only one with its secret. Spec 5.2. Throws
 * `invalid_scope`, `invalid_input` with the faulty fields, `invalid_state` for too many
 * applications, and `unauthorized`, `account_blocked` if the caller's access ended meanwhile.
 */
export async function createApp(ctx: RequestContext, app: NewApp): Promise<AppWithSecret> {
  const { clock, keys } = ctx.platform;
  const { ownerId, kind, byOperator } = app;
  const { name, redirectUris, scopes } = checkedApp(
    { kind, byOperator: byOperator !== undefined },
    app,
  );
  const now = clock.now();
  const secret = kind === 'confidential' ? makeAppSecret(keys, now) : null;
  const asked = unreviewedScopes({ scopes, approvedScopes: [] });
  const approvedScopes = byOperator?.approved ? asked : [];
  const row = await transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    if (!byOperator) await admitApp(tx, ownerId, name);
    const made = await tx.app.create({
      data: {
        id: newId(),
        clientId: makeClientId(),
        kind,
        ownerId,
        name,
        redirectUris: [...redirectUris],
        scopes: [...scopes],
        approvedScopes,
        ...(approvedScopes.length > 0 ? { review: 'approved', reviewedAt: now } : {}),
        ...secret?.columns,
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordApp(tx, ctx, made, 'registered', { kind, scopes: [...scopes], approvedScopes });
    return made;
  });
  return { app: presentApp(row), secret: secret?.text ?? null };
}
