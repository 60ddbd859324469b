/** A registry that lacks another platform's package makes npm leave it out of the lock, and `npm ci` then refuses. */

const OS = { darwin: 'darwin', linux: 'linux', win32: 'win32', freebsd: 'freebsd', android: 'android' }
const CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

/** Optional packages that are named in the lock file but have no entry. */
export function missingFromLock(lock) {
  const missing = new Map()
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isHeld(lock, path, name)) missing.set(`node_modules/${name}`, { version, parent: entry })
    }
  }
  return missing
}

/** As Node resolves: beside the package, then in every folder above it. */
function isHeld(lock, path, name) {
  let folder = path
  for (;;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
    const cut = folder.lastIndexOf('node_modules/')
    folder = folder.slice(0, Math.max(0, cut - 1))
  }
}

/** The entry npm would have written, without the checksum that only the package itself can give. */
export function lockEntry(path, { version, parent }) {
  const words = path.split('/').at(-1).split('-')
  const os = Object.keys(OS).find((word) => words.includes(word))
  const cpu = CPU.find((word) => words.some((part) => part === word))
  const libc = libcOf(words)
  if (!/^\d/.test(version) || !(os || cpu)) throw new Error(`${path}@${version}: no platform in its name`)
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(os === 'linux' && libc && { libc: [libc] }),
    ...(parent.license && { license: parent.license }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

function libcOf(words) {
  if (words.some((word) => word.startsWith('musl'))) return 'musl'
  return words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
}

/** The lock with every missing entry, in npm's order. */
export function completeLock(lock) {
  const packages = { ...lock.packages }
  for (const [path, wanted] of missingFromLock(lock)) packages[path] = lockEntry(path, wanted)
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}
