export { cancelDeliveries } from './cancel-deliveries.js';
export { disableSubscriptions } from './disable-subscriptions.js';
