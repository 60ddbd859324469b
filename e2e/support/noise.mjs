/** Loaded into a server under test: on SIGUSR2 everything goes wrong at once that Node, Next or a library prints about. */
if (process.argv[1]?.includes('next')) {
  process.on('SIGUSR2', () => {
    process.emitWarning('canary: a warning')
    Promise.reject(new Error('canary: nobody waits for this'))
    setTimeout(() => {
      throw new Error('canary: nobody catches this')
    })
    process.stderr.write('words past every log\n')
    console.warn('a plain warning\nof two lines')
    console.error('words with an error', new Error('canary: with words'))
  })
}
