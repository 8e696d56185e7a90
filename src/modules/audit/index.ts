export { AuditResolver } from './audit.resolver.js';
