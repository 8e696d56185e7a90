export { AgentResolver } from './agent.resolver.js';
