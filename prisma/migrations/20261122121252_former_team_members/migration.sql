-- CreateTable
CREATE TABLE "former_team_members" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

-- AddForeignKey
ALTER TABLE "former_team_members" ADD CONSTRAINT "former_team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_team_members" ADD CONSTRAINT "former_team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Every removal of a member is in the audit log, which nothing shortens.
INSERT INTO "former_team_members" ("team_id", "user_id", "left_at")
SELECT m."team_id", u."id", max(e."at")
FROM "audit_entries" e
JOIN "mods" m ON m."id" = e."target_id"
JOIN "users" u ON u."id"::text = e."data" ->> 'user_id'
WHERE e."action" = 'team.member_removed' AND e."outcome" = 'done'
GROUP BY m."team_id", u."id";
