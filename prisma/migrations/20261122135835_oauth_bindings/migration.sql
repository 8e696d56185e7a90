-- AlterTable
ALTER TABLE "agent_runs" ADD COLUMN     "client_id" TEXT;

-- AlterTable
ALTER TABLE "app_grants" ADD COLUMN     "https_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
