import type { Routes } from '../route.js';
import { accountRoutes } from './account.js';
import { agentRoutes } from './agent.js';
import { betaRoutes } from './beta.js';
import { catalogRoutes } from './catalog.js';
import { credentialRoutes } from './credentials.js';
import { downloadRoutes } from './downloads.js';
import { externalArtifactRoutes } from './external-artifacts.js';
import { mediaRoutes } from './media.js';
import { publishingRoutes } from './publishing.js';
import { teamRoutes } from './teams.js';
import { uploadRoutes } from './uploads.js';
import { webhookRoutes } from './webhooks.js';

/** All public operations, in the order of the documentation. */
export const routes: Routes = {
  ...catalogRoutes,
  ...downloadRoutes,
  ...publishingRoutes,
  ...mediaRoutes,
  ...externalArtifactRoutes,
  ...uploadRoutes,
  ...credentialRoutes,
  ...teamRoutes,
  ...accountRoutes,
  ...webhookRoutes,
  ...agentRoutes,
  ...betaRoutes,
};
