-- Indexes outside of PostgreSQL: whether they lack writes, and when they were last compared with the mods.
CREATE TABLE "search_engines" (
    "engine" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(6),
    "compared_at" TIMESTAMPTZ(6),

    CONSTRAINT "search_engines_pkey" PRIMARY KEY ("engine")
);
