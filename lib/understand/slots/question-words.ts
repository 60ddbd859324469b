/** The words of questions about a board. */
const words = (written: string): ReadonlySet<string> => new Set(written.split(' '))

/** A question starts with one or more of these. */
export const ASKS = words(
  "show list display view see get give tell read pull bring check open print what what's what're which whats's do does is are any anything " +
    "how how's my the all summarize summarise summary sum recap overview status stats statistics count find search go let review name " +
    'tasks todos overdue pending upcoming every everything current outstanding remaining progress could look ' +
    'access browse hear know recite repeat iterate describe fetch walk take say speak inform provide send mention load pop bing ' +
    'run scan explore inspect enumerate dictate state report was were did have has when who where am recall remind ' +
    "let's there today's tomorrow's latest next evaluate search access call",
)
/** Some only start a question before these words: “take me to my list”, not “take milk off my list”. */
export const ASKS_BEFORE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['take', words('me us')],
  ['walk', words('me us through')],
  ['send', words('me us')],
  ['run', words('through down me')],
  ['pop', words('open up')],
  ['call', words('up')],
  ['put', words('up on')],
])
/** Commands that change something never start a question. */
export const CHANGES = words(
  'add put set make create remove delete take schedule book cancel remind mark move rename change update clear complete finish start save write ' +
    'enter insert append include drop erase cross tick buy plan arrange notify reschedule postpone new generate build prepare please',
)
export const NOUNS = words(
  "task tasks todo todos to-do to-dos todo's to-do's list lists board taskboard backlog items reminders reminder chores jobs errands " +
    'plate overdue due to_do column deadlines event events meeting meetings appointment appointments calendar calender calander schedule ' +
    'schedules agenda plans diary planner itinerary commitments get-togethers engagements obligations',
)
export const TASK_NOUNS = words(
  "task tasks todo todos to-do to-dos todo's to-do's board taskboard backlog reminders reminder chores jobs errands deadlines",
)
/** Things with a date: without a day, upcoming ones are meant. */
export const EVENT_NOUNS = words(
  'event events meeting meetings appointment appointments calendar calender calander schedule schedules agenda plans diary planner ' +
    'itinerary commitments get-togethers engagements obligations',
)
export const SUMMARY = words(
  'summarize summarise summary recap overview stats statistics count sum progress report totals rundown briefing',
)
export const SHOWS = words('show list display')
export const VOCABULARY = words(
  "entail entails comprise comprises looking yet according me my the a an all of on in for to up out please is are am was do does did i i've i'm we we've us our have has had got get that there " +
    "those these them it its it's at right now currently so far still left remaining anything any everything every again full entire " +
    "whole complete current and or with by what what's which how many much high urgent important priority quick brief short read back down " +
    'through over tell say see look looks like been be need needs should can could left stuff things thing one ones new ' +
    "status category categories you give your added made only just going currently who's first next table outstanding pending upcoming " +
    'content contents names name titles title items item notes notice created create saved save included include set put add wrote write ' +
    'written stored kept keep recorded jotted available existing exist exists present active aloud loud aloud off about hear know ' +
    'been being want wanted wants would will shall must supposed listed consist consists contain contains involve involves hold holds ' +
    "were wasn't aware anywhere somewhere busy free scheduled planned happening coming upcoming doing done around between later other else " +
    'also already more less last latest together along kind kinds type types sort sorts stand stands work today todays specific screen ' +
    "each point points entries entry thing's day day's days full occupied booked nothing possible ahead store show list display id's " +
    "numbers alphabetically from into per if whether told say's order ordered first called named waiting wait available avaible afternoon " +
    'morning evening night moment minute while time-being being currently inside within forth upon purchases products product purchase ' +
    'this time times make buy shop pick purchase alerts alert important dates where they tasks dictated shown big long somewhere details detail ids app query year month undone unfinished handle tackle finish accomplish complete completed remember include mind bear forget recall',
)

export const SHOWN = words(
  'the their its my all and numbers ids percent percents percentage percentages completion progress status statuses state states category categories priorities details dates',
)
