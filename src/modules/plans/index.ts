export { PlansResolver } from './plans.resolver.js';
