-- Since when a comparison of the index with the mods is due, whatever the time of the last one.
ALTER TABLE "search_engines" ADD COLUMN     "due_at" TIMESTAMPTZ(6);
