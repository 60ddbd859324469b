import { serveThread } from '#lib/threads/serve-thread.ts'
import { understand } from '#lib/understand/understand.ts'

serveThread(understand)
