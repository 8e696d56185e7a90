import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { AppKind } from '../../../platform/database/generated/enums.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import type { Keys } from '../../../platform/keys.js';
import { lockCaller, requireSession, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit, emit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { makeSecret } from '../credentials/secret.js';
import type { AppWithSecret, RegisterAppInput } from './app.type.js';
import { admitApp } from './app-access.js';
import { unreviewedScopes } from './app-scopes.js';
import { type AppFacts, checkedApp } from './check-app.js';
import { presentApp } from './read-apps.js';

/** A new secret: its text, which is shown once, and its stored columns. */
interface NewAppSecret {
  readonly text: string;
  readonly columns: {
    readonly secretHash: Uint8Array<ArrayBuffer>;
    readonly secretHint: string;
    readonly secretAt: Date;
  };
}

/** Creates the secret of a confidential application (Spec 5.2). */
export function makeAppSecret(keys: Keys, now: Date): NewAppSecret {
  const { text, keyId, hash } = makeSecret(keys, 'app');
  const secretHint = text.slice(0, text.indexOf(keyId) + keyId.length);
  return { text, columns: { secretHash: hash, secretHint, secretAt: now } };
}

/** Creates a random `client_id`, which reveals nothing about the application or its owner. */
function makeClientId(): string {
  return randomBytes(16).toString('hex');
}

/** The kinds of changes of an application. */
export type AppChange =
  | 'registered'
  | 'updated'
  | 'secret_rotated'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'disabled'
  | 'enabled'
  | 'deleted';

/**
 * Records a change of an application in the audit log, with the data in `more`, and as the event
 * `app.changed` of its owner (Spec 6). An application without an owner gets no event.
 */
export async function recordApp(
  tx: Tx,
  ctx: RequestContext,
  app: Pick<AppModel, 'id' | 'clientId' | 'ownerId'>,
  change: AppChange,
  more: Prisma.InputJsonObject = {},
): Promise<void> {
  await audit(tx, ctx, {
    action: `app.${change}`,
    targetKind: 'app',
    targetId: app.id,
    data: { client_id: app.clientId, ...more },
  });
  if (app.ownerId === null) return;
  await emit(tx, {
    kind: 'app.changed',
    subjectId: app.id,
    userId: app.ownerId,
    data: { app_id: app.id, client_id: app.clientId, change },
  });
}

/** A new application for an owner. */
interface NewApp extends AppFacts {
  readonly ownerId: string;
  readonly kind: AppKind;
  /**
   * Set if an operator creates it. Then neither the number of applications nor the reuse of a name
   * is checked. With `approved`, the application counts as reviewed with all of its sensitive
   * scopes.
   */
  readonly byOperator?: { readonly approved: boolean };
}

/**
 * Creates an application, and records it (`recordApp`). The response is the only one with its
 * secret. Spec 5.2. Throws `invalid_scope`, `invalid_input` with the faulty fields, `invalid_state`
 * for too many applications, and `unauthorized`, `account_blocked` if the caller's access ended
 * meanwhile.
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
  const requested = unreviewedScopes({ scopes, approvedScopes: [] });
  const approvedScopes = byOperator?.approved ? requested : [];
  const row = await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
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
        ...(byOperator?.approved
          ? { review: 'approved', reviewedAt: now, operatorApprovedAt: now }
          : {}),
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

/**
 * Registers an application of the viewer. Spec 5.2: a secret requires a second factor. Throws
 * `forbidden` outside a browser, `step_up_required`, and the errors of `createApp`.
 */
export async function registerApp(
  ctx: RequestContext,
  input: RegisterAppInput,
): Promise<AppWithSecret> {
  const { userId } = requireSession(ctx);
  if (input.kind === 'confidential') requireStepUp(ctx);
  return createApp(ctx, { ...input, ownerId: userId });
}
