export { PlanRole, PlanStatus } from './plan.type.js';
export { PlansResolver } from './plans.resolver.js';
export { resolvePlan } from './resolve-plan.js';
