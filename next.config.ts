import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // `npm test` checks types, of tests and benches too; whoever only starts it need not wait for that.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ['@libsql/client', 'pino'],
  agentRules: false,
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        // Other ports of localhost are the same site and send our cookie: their pages may embed nothing of ours.
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
      ],
    },
    // The address is the key: it is told to nobody.
    {
      source: '/link/:path*',
      headers: [
        { key: 'Referrer-Policy', value: 'no-referrer' },
        { key: 'Cache-Control', value: 'private, no-store' },
      ],
    },
  ],
}

export default config
