/** The words that questions to a board are made of. */
export const ASKS = new Set(
  (
    "show list display view see get give tell read pull bring check open print what what's what're which whats's do does is are any anything " +
    "how how's my the all summarize summarise summary sum recap overview status stats statistics count find search go let review name " +
    'tasks todos overdue pending upcoming every everything current outstanding remaining progress could look'
  ).split(' '),
)
export const NOUNS = new Set(
  'task tasks todo todos to-do to-dos list lists board taskboard backlog items reminders chores plate overdue due to_do column'.split(
    ' ',
  ),
)
export const TASK_NOUNS = new Set(
  'task tasks todo todos to-do to-dos board taskboard backlog reminders chores'.split(' '),
)
export const SUMMARY = new Set(
  'summarize summarise summary recap overview stats statistics count sum progress report totals rundown briefing'.split(
    ' ',
  ),
)
export const SHOWS = new Set('show list display'.split(' '))
export const VOCABULARY = new Set(
  (
    "me my the a an all of on in for to up out please is are am was do does did i i've i'm we we've us our have has had got get that there " +
    "those these them it its it's at right now currently so far still left remaining anything any everything every again full entire " +
    "whole complete current and or with by what what's which how many much high urgent important priority quick brief short read back down " +
    "through over tell say see look looks like been be need needs should can could left today's stuff things thing one ones new " +
    "status category categories you give your added made only just going currently who's first next table outstanding pending upcoming"
  ).split(' '),
)

export const SHOWN = new Set(
  'the their its my all and numbers ids percent percents percentage percentages completion progress status statuses state states category categories priorities details dates'.split(
    ' ',
  ),
)
