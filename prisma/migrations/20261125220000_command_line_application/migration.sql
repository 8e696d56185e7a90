-- AlterTable
ALTER TABLE "apps" ALTER COLUMN "owner_id" DROP NOT NULL;

-- Only an application of modport itself has no owner. Client ids of users are 32 hexadecimal digits.
ALTER TABLE "apps" ADD CONSTRAINT "apps_owned" CHECK ("owner_id" IS NOT NULL OR "client_id" LIKE 'modport-%');

-- The command line. A user allows each of its scopes on the consent page, the sensitive ones after a second
-- factor, as for any other application.
INSERT INTO "apps" ("id", "client_id", "kind", "name", "redirect_uris", "scopes", "review", "approved_scopes", "reviewed_at")
VALUES (
    '019aba00-0000-7000-8000-000000000001',
    'modport-cli',
    'public',
    'modport command line',
    ARRAY['http://127.0.0.1/callback'],
    ARRAY['openid', 'mods:read', 'files:download', 'install_plans:resolve', 'profile:read', 'account:read',
      'mods:write', 'versions:write', 'versions:publish', 'versions:archive', 'files:upload',
      'credentials:manage', 'webhooks:read', 'webhooks:write'],
    'approved',
    ARRAY['mods:write', 'versions:write', 'versions:publish', 'versions:archive', 'files:upload',
      'credentials:manage', 'webhooks:write'],
    CURRENT_TIMESTAMP
);
