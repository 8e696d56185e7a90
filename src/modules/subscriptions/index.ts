export { cancelDeliveries } from './cancel-deliveries.js';
export { carrySubscriptions } from './carry-subscriptions.js';
export { disableSubscriptions } from './disable-subscriptions.js';
export { endOrphanedSubscriptions } from './end-orphans.js';
