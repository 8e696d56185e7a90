-- Whether the member ended a membership that another person gave. Until then, each departure counts.
ALTER TABLE "former_team_members" ADD COLUMN "declined" BOOLEAN NOT NULL DEFAULT false;
