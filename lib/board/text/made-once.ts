/** What is derived from an object, made once and kept as long as the object: an index of names, asked for many times. */
export function madeOnce<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const kept = new WeakMap<Of, Made>()
  return (of) => {
    const known = kept.get(of)
    if (known !== undefined) return known
    const made = make(of)
    kept.set(of, made)
    return made
  }
}
