import {
  can,
  type PlatformRole,
  ROLES_OF_TEAM,
  type TeamRole,
} from '../../../src/registry/access.js';
import { type Scope, satisfiesScope } from '../../../src/registry/scopes.js';
import type { CredentialFacts } from '../../../src/request/viewer.js';
import { OPERATIONS, ruleOf } from './fields.js';

/** All callers: their platform role and their role in the team of the mod. */
export const ASKERS: readonly { name: string; role: PlatformRole; member: TeamRole | null }[] = [
  { name: 'stranger', role: 'user', member: null },
  ...ROLES_OF_TEAM.map((member) => ({
    name: member,
    role: 'user' as const,
    member,
  })),
  { name: 'moderator', role: 'moderator', member: null },
  { name: 'admin', role: 'admin', member: null },
];
/** One caller. */
export type Asker = (typeof ASKERS)[number];

/** The outcome of a request, as far as it depends on the caller. */
export type Outcome =
  | 'allowed'
  | 'insufficient_scope'
  | 'team_role_denied'
  | 'forbidden'
  | 'resource_scope_denied'
  | 'step_up_required'
  | 'hidden';

/** A caller, a credential and the state of the mod. */
export interface Question {
  readonly asker: Asker;
  readonly scopes: readonly Scope[];
  readonly kind: CredentialFacts['kind'];
  /** Whether the user proved a second factor recently. */
  readonly aal2: boolean;
  /** Whether the credential covers this mod, or is limited to another. */
  readonly reaches: boolean;
  readonly isPublished: boolean;
}

/** The outcome that the tables of the registry define for an operation. */
export function expected(name: string, question: Question): Outcome {
  const row = OPERATIONS[name];
  const { needs, isHidden } = row ?? { needs: 'anyone', isHidden: false };
  const { asker, scopes, kind, reaches, isPublished } = question;
  if (!ruleOf(name).scopes.every((scope) => satisfiesScope(scopes, scope)))
    return 'insufficient_scope';
  if (needs === 'anyone' || needs === 'account') return 'allowed';
  if (needs === 'moderator' || needs === 'admin') {
    const refused = staffOutcome(needs, question);
    if (refused !== 'allowed' || !row?.needsSecondFactor) return refused;
    return question.aal2 || kind === 'operator' ? 'allowed' : 'step_up_required';
  }
  if (needs === 'session') return kind === 'session' ? 'allowed' : 'forbidden';
  if (needs === 'program') return kind === 'session' ? 'forbidden' : 'allowed';
  const { member } = asker;
  const isStaff = staffOutcome('moderator', question) === 'allowed';
  const knows = member !== null || isPublished || isStaff;
  if (!knows) return 'hidden';
  const has = member !== null && can(member, needs);
  if (isHidden && !has) return 'hidden';
  if (!reaches) return 'resource_scope_denied';
  if (member === null) return 'forbidden';
  return has ? 'allowed' : 'team_role_denied';
}

/** The outcome for staff rights by the contract (docs/decisions/0034-staff-rights.md). */
export function staffOutcome(needs: 'moderator' | 'admin', question: Question): Outcome {
  const { asker, scopes, kind, reaches, aal2 } = question;
  const hasRole = needs === 'admin' ? asker.role === 'admin' : asker.role !== 'user';
  if (!hasRole) return 'forbidden';
  if (!reaches) return 'resource_scope_denied';
  if (kind === 'operator') return 'allowed';
  if (kind === 'session') return aal2 ? 'allowed' : 'step_up_required';
  return kind !== 'agent' && scopes.includes('admin:*') ? 'allowed' : 'insufficient_scope';
}

/** Codes that do not depend on the caller. */
const BROKEN = ['unauthorized', 'internal_error', 'service_unavailable', 'rate_limited'];

/**
 * The outcome that a code stands for. For things of an account or the service, an allowed caller
 * also gets not_found for an unknown id. For things of a team, the same code hides them.
 */
export function outcomeOf(name: string, code: string | null): Outcome {
  const needs = OPERATIONS[name]?.needs ?? 'anyone';
  const isStaffs = needs === 'moderator' || needs === 'admin';
  const isTeams = !isStaffs && !['account', 'session', 'program'].includes(needs);
  switch (code) {
    case 'insufficient_scope':
    case 'team_role_denied':
    case 'forbidden':
    case 'resource_scope_denied':
      return code;
    case 'step_up_required':
      return isStaffs ? code : 'allowed';
    case 'not_found':
    case 'session_not_found':
      return isTeams ? 'hidden' : 'allowed';
    default:
      if (code !== null && BROKEN.includes(code)) throw new Error(code);
      return 'allowed';
  }
}
