export { DownloadsResolver } from './downloads/downloads.resolver.js';
export { sweepDownloadGrants } from './downloads/renew-grant.js';
export { resolveDownload } from './downloads/resolve-download.js';
export {
  type DownloadRight,
  grantEntitlement,
  revokeEntitlement,
} from './entitlements/change-entitlements.js';
export { EntitlementsResolver } from './entitlements/entitlements.resolver.js';
export { PlanStatus } from './plans/plan.type.js';
export { PlanRole } from './plans/plan-item.type.js';
export { PlansResolver, resolvePlan } from './plans/plans.resolver.js';
