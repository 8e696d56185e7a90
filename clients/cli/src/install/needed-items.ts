import type { Plan, PlanItem } from '@modport/client';
import type { LockedRequest } from './lockfile.js';
import type { ResolvedPlan } from './plan-request.js';

/**
 * The items of a plan that the mods of `request` need, with their roles for that request. The plan
 * is that of the request with dependencies pinned. So it may have further items, and gives all
 * pinned ones the role `selected`.
 */
export function neededOnly(request: LockedRequest, found: Plan): ResolvedPlan {
  const items = new Map(found.items.map((item) => [item.item_id, item]));
  const selected = new Set(request.mods.map(({ mod_id }) => mod_id));
  const roles = new Map<string, PlanItem['role']>();
  for (const { item_id, mod_id, role } of found.items) {
    if (selected.has(mod_id) && role === 'selected') roles.set(item_id, 'selected');
  }
  const add = (id: string | null, role: 'required' | 'optional') => {
    const known = roles.get(id ?? '');
    if (id === null || known === 'selected' || known === 'required' || known === role) return;
    // The loop below visits a raised item again, because it is then the last one.
    roles.delete(id);
    roles.set(id, role);
  };
  // The loop also visits the items that it adds.
  for (const [id] of roles) {
    const own = items.get(id);
    add(own?.embedded_in ?? null, 'required');
    // All files of a version come together, also if a dependency leads to only one of them. Another
    // role than `selected` can be due to a mod that is not needed.
    const ownRole = roles.get(id) === 'optional' ? 'optional' : 'required';
    for (const { item_id, version_id, role } of found.items) {
      if (version_id !== own?.version_id || item_id === id) continue;
      add(item_id, role === 'selected' ? ownRole : 'optional');
    }
    for (const { from_item_id, kind, satisfied_by_item_id } of found.dependency_constraints) {
      if (from_item_id !== id) continue;
      if (kind === 'required') add(satisfied_by_item_id, 'required');
      if (kind === 'optional' && request.include_optional) add(satisfied_by_item_id, 'optional');
    }
  }
  const needed = found.items.map((item) => ({ ...item, role: roles.get(item.item_id) }));
  return {
    plan_id: found.plan_id,
    items: needed.filter((item): item is PlanItem => item.role !== undefined),
  };
}
