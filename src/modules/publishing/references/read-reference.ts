import type { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { ReferenceState } from '../../../platform/database/generated/enums.js';
import { can } from '../../../registry/access.js';
import { API_ADDRESSES } from '../../../registry/addresses.js';
import { membersDetail } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { isProvider, type ProviderName } from '../../../registry/providers.js';
import { isFinal, LIFECYCLES } from '../../../registry/states.js';
import { requireUser } from '../../../request/authorize.js';
import { fieldProblems } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { outOfReach } from '../../../request/refusals.js';
import { readModAccess } from '../../collaboration/index.js';
import { type AnyProvider, providerOf } from './providers/index.js';
import type { ProviderLocatorInput } from './reference.input.js';
import type { ExternalArtifact, ExternalValidation } from './reference.type.js';
import { unsupportedProvider } from './reference-refusals.js';

/** A reference with its queued examination (Spec 2.13). */
export function presentReference(row: {
  readonly artifactId: string;
  readonly referenceId: string;
  readonly validationId: string;
  readonly state: ReferenceState;
}): ExternalArtifact {
  const { artifactId, referenceId, validationId, state } = row;
  const statusResource = API_ADDRESSES.referenceValidation(validationId);
  return { artifactId, referenceId, validationJobId: validationId, state, statusResource };
}

/**
 * The state of an examination, for the mod's team (Spec 4.3). Throws `unauthorized`, `not_found` if
 * it is unknown or belongs to another team's mod, `gone`, and `resource_scope_denied` for a
 * credential limited to other mods.
 */
export async function getValidation(ctx: RequestContext, id: string): Promise<ExternalValidation> {
  const row = await readValidation(ctx, id);
  const job = await ctx.platform.db.job.findUnique({ where: { id: row.jobId } });
  const isOpen = row.state === 'pending' || row.state === 'processing';
  const hasBegun = row.waits > 0 || (job?.attempts ?? 0) > 0;
  const isRunning = job !== null && !isFinal(LIFECYCLES.job, job.state);
  return {
    id: row.id,
    artifactId: row.reference.artifactId,
    referenceId: row.referenceId,
    state: row.state,
    progress: { completed: isOpen ? 0 : 1, total: 1 },
    attempts: job?.attempts ?? 0,
    maxAttempts: job?.maxAttempts ?? 0,
    nextAttemptAt: isOpen && isRunning && hasBegun ? job.runAt : null,
    terminalReason: row.terminalReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    completedAt: row.completedAt,
  };
}

/**
 * The response to a replayed registration, equal to the first one (Spec 4.3). `id` is that of the
 * examination. Throws the errors of `getValidation`.
 */
export async function getRegistration(ctx: RequestContext, id: string): Promise<ExternalArtifact> {
  const { reference } = await readValidation(ctx, id);
  return presentReference({
    artifactId: reference.artifactId,
    referenceId: reference.id,
    validationId: id,
    state: 'pending',
  });
}

async function readValidation(ctx: RequestContext, id: string) {
  const viewer = requireUser(ctx);
  const row = isId(id)
    ? await ctx.platform.db.referenceValidation.findUnique({
        where: { id },
        include: { reference: { include: { artifact: { select: { modId: true } } } } },
      })
    : null;
  if (!row) throw await missing(ctx, id);
  const { modId } = row.reference.artifact;
  const { role } = await readModAccess(ctx, modId);
  if (role === null || !can(role, 'read-drafts')) throw problem('not_found');
  const { modIds } = viewer.credential;
  if (modIds && !modIds.includes(modId)) throw outOfReach(modId);
  return row;
}

const WITH_FILE = {
  reference: { include: { artifact: true } },
} satisfies Prisma.ReferenceValidationInclude;

/** An examination with its reference and file. */
export type Examination = Prisma.ReferenceValidationGetPayload<{ include: typeof WITH_FILE }>;

/** Reads an examination for the worker; null if it does not exist. */
export function readExamination(db: Tx, id: string): Promise<Examination | null> {
  return db.referenceValidation.findUnique({ where: { id }, include: WITH_FILE });
}

/** The location of an external file, in its provider's canonical form. */
export interface Source {
  readonly provider: ProviderName;
  readonly adapter: AnyProvider;
  /** The stable ids in stored form. */
  readonly locator: Readonly<Record<string, string | number>>;
  /** The canonical key; see `Provider.keyOf`. */
  readonly key: string;
}

/** Reads a client's source. Throws `provider_unsupported`, `locator_invalid`. */
export function readSource({ provider, ...ids }: ProviderLocatorInput): Source {
  if (!isProvider(provider)) throw unsupportedProvider(provider);
  const given = Object.fromEntries(
    Object.entries(ids).filter(([, value]) => value !== null && value !== undefined),
  );
  return sourceOf(provider, given);
}

/**
 * The source of a known provider's file, from an unvalidated or stored locator. Throws
 * `locator_invalid`, also for a stored locator that the adapter no longer accepts.
 */
export function sourceOf(provider: ProviderName, given: unknown): Source {
  const adapter = providerOf(provider);
  const read = adapter.locator.safeParse(given, { reportInput: true });
  if (!read.success) throw wrongLocator(read.error);
  return { provider, adapter, locator: read.data, key: adapter.keyOf(read.data) };
}

/** `locator_invalid` has no `fields`, so the detail names the members. */
function wrongLocator({ issues }: z.ZodError): RegisteredError {
  const problems = fieldProblems(issues).map(({ field, code }) => ({
    field: `locator.${snakeCase(field)}`,
    code,
  }));
  return problem('locator_invalid', { detail: membersDetail('locator_invalid', problems) });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
