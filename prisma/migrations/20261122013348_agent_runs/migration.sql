-- CreateEnum
CREATE TYPE "AgentRunMode" AS ENUM ('read', 'dry_run', 'write');

-- CreateTable
CREATE TABLE "agent_runs" (
    "id" UUID NOT NULL,
    "mode" "AgentRunMode" NOT NULL,
    "user_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "input_hash" CHAR(64) NOT NULL,
    "input" JSONB,
    "effects" JSONB NOT NULL DEFAULT '[]',
    "output" JSONB,
    "confirm_by" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agent_runs_expires_at_idx" ON "agent_runs"("expires_at");

-- AddForeignKey
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
