export { RescansResolver } from './rescans.resolver.js';
export { runRescans } from './run-rescans.js';
