export { AppsResolver } from './apps.resolver.js';
export { createApp } from './create-app.js';
