/** How every example reaches the server: TASKBOARD_URL and TASKBOARD_TOKEN (created in Settings). */
import { connect } from '#client/taskboard.ts'

const { TASKBOARD_URL: url = 'http://localhost:3000', TASKBOARD_TOKEN: token } = process.env
if (!token) {
  console.error(`Set TASKBOARD_TOKEN. Create a token at ${url}/settings`)
  process.exit(1)
}

export const taskboard = connect({ url, token })
