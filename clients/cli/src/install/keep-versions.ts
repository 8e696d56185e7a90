import { type Client, type Plan, type PlanItem, ProblemError } from '@modport/client';
import { Failure } from '../failure.js';
import type { LockedFile, LockedRequest } from './lockfile.js';
import { resolve } from './plan-request.js';

/** Refusals of a plan that names versions: one is no longer offered, or they are too many. */
const REFUSED_VERSIONS = new Set(['gone', 'not_found', 'invalid_input', 'validation_failed']);

/**
 * Resolves a plan in which the mods of `kept` stay at their installed versions. If no such plan
 * exists, their dependencies may move, and then the selected mods too. Throws `plan_unsatisfiable`
 * if no versions fit together.
 */
export async function resolveKeeping(
  client: Client,
  request: LockedRequest,
  kept: readonly LockedFile[],
  signal: AbortSignal,
): Promise<Plan> {
  const selected = kept.filter(({ mod_id }) => request.mods.some((one) => one.mod_id === mod_id));
  const attempts = kept.length === selected.length ? [kept] : [kept, selected];
  for (const files of attempts.filter(({ length }) => length > 0)) {
    try {
      return neededOnly(request, await resolve(client, withVersions(request, files), signal));
    } catch (error) {
      if (!isWithoutPlan(error)) throw error;
    }
  }
  return resolve(client, request, signal);
}

function isWithoutPlan(error: unknown): boolean {
  if (error instanceof ProblemError) return REFUSED_VERSIONS.has(error.code ?? '');
  return error instanceof Failure && error.code === 'plan_unsatisfiable';
}

/** Pins the mods of some installed files, and thereby selects them. */
function withVersions(request: LockedRequest, files: readonly LockedFile[]): LockedRequest {
  const pins = files.map(({ mod_id, version_id }) => ({ mod_id, version_id }));
  const mods = new Map([...request.mods, ...pins].map((one) => [one.mod_id, one]));
  return { ...request, mods: [...mods.values()] };
}

/**
 * The items that the selected mods of a request need, with their roles for that request. A plan
 * with pinned dependencies has further items, and all pinned ones have the role `selected`.
 */
function neededOnly(request: LockedRequest, found: Plan): Plan {
  const items = new Map(found.items.map((item) => [item.item_id, item]));
  const selected = new Set(request.mods.map(({ mod_id }) => mod_id));
  const roles = new Map<string, PlanItem['role']>();
  for (const { item_id, mod_id } of found.items) {
    if (selected.has(mod_id)) roles.set(item_id, 'selected');
  }
  const add = (id: string | null, role: 'required' | 'optional') => {
    if (id === null || roles.get(id) === 'selected' || roles.get(id) === 'required') return;
    roles.set(id, role);
  };
  // The loop also visits the items that it adds.
  for (const [id] of roles) {
    add(items.get(id)?.embedded_in ?? null, 'required');
    for (const { from_item_id, kind, satisfied_by_item_id } of found.dependency_constraints) {
      if (from_item_id !== id) continue;
      if (kind === 'required') add(satisfied_by_item_id, 'required');
      if (kind === 'optional' && request.include_optional) add(satisfied_by_item_id, 'optional');
    }
  }
  const needed = found.items.map((item) => ({ ...item, role: roles.get(item.item_id) }));
  return { ...found, items: needed.filter((item): item is PlanItem => item.role !== undefined) };
}
