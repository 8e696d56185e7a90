import { defineConfig } from 'vite';

/** The service serves the built files below `base` and writes the page around them itself. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/assets/',
  publicDir: false,
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    assetsDir: '',
    // Inlined files would need `data:` in the policy of the page.
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/main.tsx' },
  },
  worker: { format: 'es' },
});
