/** Ordinary sentences without secrets; many are meant to look as if they had one. */
export const ORDINARY_SENTENCES: readonly string[] = `
Change password for the router
Change the wifi password
Reset my password
Reset password for Anna in accounting
Password is required
Password is required field text
The password is expired
My password is expired
My password is wrong again
Our password is compromised, tell IT
Your password is too short
Password is invalid on the login screen
Check that the password is correct
Make sure the password is unique
Password: required
Password: reset for Anna
Password: change it before the audit
Password: ask Bob
Password: see vault
Password: stored in Bitwarden
Password: 1Password
Password: 8 characters minimum
Password: 90-day rotation
Password: 12-char minimum, no spaces
Password: OAuth2 login instead
Password: SHA256 hashing is not enough
Password: argon2id parameters
Password: ********
Password: <hidden>
Password: \${DB_PASSWORD}
password=process.env.DB_PASSWORD
password: string;
password = null
Passwords: rotate quarterly
Passwords: agree on a manager
Forgot password: 404 on mobile
Forgot password: 2 users locked out
Forgot password link is broken in v2.3.1
Forgotten password page needs a back button
Username/password form is not translated
Password manager: compare Bitwarden and KeePassXC
Password policy is due on 2026-12-01
Password reset emails land in spam
The password for the TV is on the fridge
The password for the portal is with Maria
Ask Bob what the password for the projector is
What is the password?
Password for new hires: send by post
Reset password for Bob: ticket SEC-1234
Update password field to the new design
Change the password to something longer
Change the password to at least 16 characters
Set a new password on Monday
Set the password policy to 12 characters
Password hint is confusing
Passwort ändern
Passwort vergessen: Link prüfen
Das Passwort ist abgelaufen
Passwort ist falsch
Mein Passwort ist weg
Neues Passwort für den Router setzen
Kennwort zurücksetzen
Translate "Password" as "Passwort"
Rename the label "Password" to "Passphrase"
The error says "password is required"
Field list: username, password, email
Write docs on password hashing
Teach mum to use a password manager
Buy a book of password puzzles
Passwordless login by December
Password-protect the PDF
Check if password123 is on the blocklist
Renew card ending 4242
Card ending in 4242 was declined
Renew library card 2026
Visa appointment on 2026-11-27 at 10:30
Apply for the visa by 4 May
Cancel the credit card
Pay the Amex bill
Order business cards, 500 pieces
Send a birthday card to Oma
Card number field: add Luhn check
CVV field is cut off on phones
Call +49 151 23456789
Call +4915123456780
Ring 004915123456789 after six
Phone 030 1234 5678 about the boiler
Call (555) 867-5309
Call 1-800-555-0199 and ask for a refund
Mobile of the plumber 0171 2345678
Fax to 0049 30 901820
Order 4111111111111112 has not arrived
Order number 302-1234567-7654321
Order #10023344556677 is late
Amazon order 028-4928374-1928374
Invoice 2026-000123 is unpaid
Invoice 4012888888881882 is wrong by a cent
Parcel 00340434161094042557 is at the depot
Track 1Z999AA10123456784
Track 9400 1000 0000 0000 0000 00
ISBN 978-3-16-148410-0
Scan EAN 4006381333931
Barcode 4006381333931 does not scan
IMEI 490154203237518 is locked
Serial number C02XG2JHJG5J
Pay IBAN DE89 3704 0044 0532 0130 00
IBAN DE89370400440532013000
Transfer to GB29 NWBK 6016 1331 9268 19
IBAN is FR14 2004 1010 0505 0001 3M02 606
IBAN AT61 1904 3002 3457 3201
BIC COBADEFFXXX
Tax id 12/345/67890
VAT number DE123456789
Social insurance 65 180539 W 006
Meter reading 0048213
Budget 4000 4100 4200 4300
Years 2024 2025 2026 2027 2028
Compare 2024-11-27 2024-12-01 2025-01-15
Due 2026-11-27T10:30:00Z
Timestamp 1795219160995
Epoch 1700000000 is in the fixture
Meeting id 845 1234 5678
Zoom 987 6543 2109 at noon
Pi is 3.14159265358979323846
UUID 550e8400-e29b-41d4-a716-446655440000
Delete session 123e4567-e89b-12d3-a456-426614174000
11111111-1111-4111-8111-111111111111 is the test user
Revert 7a66828d9c1f0e8b2a4d6f8091a2b3c4d5e6f708
Cherry-pick f07acd3 into release
Bisect between 58005ff and a838662
Commit a838662 broke the build
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
Docker image postgres@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
md5 d41d8cd98f00b204e9800998ecf8427e of the empty file
Upgrade to 16.4.6
Upgrade next from 16.4.5 to 16.4.6
Release v2.0.0-beta.12
Test on Node 24.21.0
Read https://example.com/docs/getting-started
Read https://example.com:8443/path?query=1#top
Fix https://medium.com/@someone/a-story-about-tokens-3f2a1b9c8d7e
Look at http://localhost:3000/boards/01J8ZQ4Y9V5W3X2T1S0R
Clone git@github.com:someone/something.git
Clone ssh://git@github.com/someone/something.git
Open postgres://localhost:5432/app
Set DATABASE_URL to libsql://board.example.org
Watch https://youtu.be/dQw4w9WgXcQ
Maps https://maps.example.com/@52.5200,13.4050,15z
Write to anna.schmidt+board@example.com
mailto:info@example.com?subject=Hello
Secret santa
Secret Santa: draw names
Secret santa list is ready
Secret ingredient: nutmeg
The secret is to keep stirring
Secret: buy a ring for Tom
Keep the party secret
Write the secret history essay
Victoria's Secret return
Rotate secrets
Move secrets to the vault
Secrets: move to the vault before release
Token ring
Draw the token ring diagram
Design tokens: colours and spacing
Token: pick the Monopoly car
A token of thanks for the neighbours
Buy tokens for the laundry
Parking token is in the drawer
Count tokens per turn
Access token expires after an hour, check it
Access token is refreshed too late
API token page is slow
Bearer of good news
Bearer token auth for the API
Key account meeting
Key account meeting 2026-Q1
Key result: 40% more signups
Cut a second key for the flat
Hide the spare key
API key rotation
API key rotation ticket PROJ-1234
API key: ask the vendor
API key: YOUR_API_KEY_HERE
api_key = <your key>
api_key=\${API_KEY}
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx
API key is missing in staging
Get an API key from OpenAI
Secret key cryptography lecture
Public key pinning article
Private key ceremony on Friday
Explain the BEGIN PRIVATE KEY line in the docs
SSH key for the new laptop
Key signing party
Map keys to notes
Primary key migration
Foreign key check is off
Pin the poster
Pin: the poster to the wall
Pin the 2024 calendar to the wall
PIN: ask the bank
PIN pad is broken
My pin is lost
Change the PIN
Change the PIN to 6 digits
Pin code 560001 is wrong on the label
Bowling pin is cracked
Set the pin to the top of the list
GPIO pin 17 is dead
Order new PIN from the bank
Door code changes in January
Access code for the webinar is in the mail
Error code: 4040
Promo code: 2024
Area code is 0711
Zip code: 90210
QR code: 1234 prints too small
Country code is 0049
Discount code SAVE20
Alarm code is unknown
Set the alarm to 0630
Ask-me-anything on Thursday
Task-list-of-everything-to-do-before-the-move
Risk-assessment-for-the-new-warehouse
Desk-booking tool
sk-learn tutorial
Learn scikit-learn and sk-video
Try the sk- prefix in the regex tests
Kiosk-mode-for-the-tablets-in-the-lobby
ghp_ tokens: what are they
npm_config_registry is not read
npm run build fails on CI
AKIA prefix in the docs
Akiaki island trip
AIza is a prefix, explain it
xoxo-grandmother-and-grandpa
xoxo, Anna
Eyjafjallajökull hike
eyJ is how JSON looks in base64
JWT middleware review
SG. Dynamo football match
SKU 12345 is sold out
SKU AB12CD34EF56 is sold out
key-value store comparison
r8_ prefix is odd
hf_hub_download fails
dapi module docs
Boarding pass: A12B34
Boarding pass is on the phone
Ski pass: 2 adults
Day pass is 40 EUR
Pass: 12 tests, fail: 3
Pass the salt
Bypass valve service
Compass=north in the config
Mountain pass is closed
Pass exam B2
PWD prints the working directory
pwd && ls -la
echo $PWD
PW: ask Eva
Login: OAuth2 / SAML2 support
Login page: email and password
Log in with password or passkey
Sign in using the password from the letter
Username: anna, role: admin
Credentials: move to the vault
Bob: send the deck; Anna: review
Wifi: replace the access point
Wi-Fi name: SunnyHouse
Buy 2 x AA, 4 x AAA batteries
Paint the hall in RAL 9010
Flight LH1234 to Lisbon, seat 12A
Train ICE 573 coach 21 seat 61
Booking reference X7K9QP
Hotel confirmation 83746291
Ticket JIRA-48213 is blocked
Room B2.14 at 14:30
Licence plate B-XY 1234
Model KD-55X8005 wall mount
Mix paint #FF5733 and #33FF57
rgba(12, 34, 56, 0.7)
0xDEADBEEF in the crash log
MAC 00:1B:44:11:3A:B7
Ping 192.168.1.20 and fe80::1
52.520008, 13.404954
Set the thermostat to 21.5
Take 3 x 400 mg
Score 21:19, 18:21, 15:12
Ratio 16:9 instead of 4:3
The passphrase is easy to forget
Passphrase: think of one
Passcode is disabled on the iPad
Read "The Password" by chapter 12
Password Swordfish film night
Book escape room, code word is a surprise
Mot de passe oublié
Le mot de passe est expiré
Wachtwoord is verlopen
Password: Netflix
Password: Wifi
password: the cat's name, but which cat
Password is stored in the safe
Password is set
Password is the same as before
Password is case-sensitive
Password is Bob's job
The password is changed on Monday
The password is sent by SMS
Fix: password is logged in plain text
Bug: password is 'undefined' after reset
The admin password is still the default one
Admin password: rotate
Admin password: rotate/reset with Tom
Root password unknown on server01
Reset password user123
Reset password on iPhone15
Update password for server01 and server02
Change password to passkey
Change my password to something I can remember
Change password to SSO login
Change the alarm code to a new one
Password must be 12 characters
Password strength meter (zxcvbn)
Password confirmation: must match
Password length: 8-64
Password fields: disable autocomplete
Password protected folder 7zip
Password list: top1000.txt
Password spraying report Q4FY25
Passwords: top 10 list
Passwords for Anna, Bob: print
Passwords: 3 leaked, see haveibeenpwned.com
Password audit: C2 server
Passwordmanager einrichten
Passwort: erforderlich
Passwort-Manager: Familie einrichten
Passwort für Oma: auf Zettel schreiben
Das Passwort für den Drucker ist unbekannt
Das Passwort lautet anders als gedacht
Meine PIN ist gesperrt
PIN ändern
PIN: neue beantragen
PUK suchen
Pin: 100 sewing pins
pin code for 4 phones
The pin is bent
Pin number 3 is bent
Access code is in the email from 2024
Security code audit
Security code review: 2024 edition
Gate code with the neighbours
Safe combination lock: buy
Lock pin 1234 part is out of stock
Call 4915123456780
Call 0043 660 1234567
Call 436601234567
Call +43 660 123 4567 890
Call +1 415 555 2671 then +44 20 7946 0958
+4540123456
Order 4539-1488-0343-6468 failed
Kundennummer 5105105105105101
Tracking 6011 0000 0000 0000
DHL 20 digits 34043409416109404255
UPS 1Z 999 AA1 01 2345 6784
FedEx 6129 9999 8888
Case #4111-2222-3333-4444
Twitter status 1453789012345678901
Discord id 451234567890123456
https://facebook.com/1234/posts/4532015112830367
Version 4111.1111.1111.1111
GTIN 4012345123456
EAN 4260012345678
Lat 52.5200066, lon 13.4049540
Numbers 1 2 3 4 5 6 7 8 9 10 11 12 13
Lotto 4 11 23 31 42 49
Sudoku 5 3 4 6 7 8 9 1 2 6 7 2 1 9 5 3
4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
Bits 4444 4444 4444 4444
Sets 5x5, 3x12, 4x8
2026-11-27 14:00-15:30 call
Phone list: 0171 1234567, 0172 7654321, 0173 1111111
Key: value store
Key=value parsing
Public key: see repo
license key: ask sales
license key: ABCDE-FGHIJ-12345-KLMNO-67890
Windows key + L locks
Secret: see vault
secret = none
Secret=42
The secret is 42
The secret is documentation2024
Secret ingredient is cardamom, 2 tsp
token is invalid after 30min
Token: abc
token = next()
token = request.headers.authorization
token: refreshToken2
token=getAccessTokenFromLocalStorage()
The token is 2026-11-27T10:30:00Z
Token limit: 128000
tokens: 1200 in, 300 out
tokens per second = 45.2
api key: documentation-for-the-public-api
api_key: process.env.OPENAI_API_KEY
apiKey: config.get('openai.apiKey')
API key = os.environ["OPENAI_API_KEY"]
access key: https://example.com/keys/how-to-rotate
encryption key: /etc/keys/2024/main.key
secret: kubernetes/secrets/db-credentials-prod.yaml
secret: arn:aws:secretsmanager:eu-west-1:123456789012
session key: user-2024-board-7
partition key: user_id#created_at
sort key is createdAt2024
cache key: board-01J8ZQ4Y9V-tasks
cache key = boards/v2/tasks-2024-11
bearer of 2024-11-27-rotterdam-shipment
bearer authentication-middleware-for-node
Basic auth: https://user@host
ftp://files.example.com:21/pub
https://example.com:443@2x.png
http://localhost:3000/@user:tag
redis://localhost:6379/0
see https://example.com/a:b@c
image https://cdn.example.com/img:large@2x.png
amqp://guest@localhost
https://user:****@host
https://user:<password>@host
postgres://user:\${PASSWORD}@host
sk-oop-community-in-hiking-club-trip
sk-ant hill photo
hooks.slack.com webhook setup
Set pass=true in the config
pass = 3, fail = 0
pass=yes
Test pass=95%
Users with password older than 90days
Log in with passwordless
Order using password-protected form
Log in with password: no
Meeting with PW Consulting
pw: 3 rounds
PW: KW47
pwd = current dir
pwd: /home/anna
pwd=/home/anna/projects2
cvv = 3 digits
cvc meeting 2024
CVC: 2 members
CVV: 3-digit field
JWT eyJ prefix
eyJhbGciOi is what headers begin with
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ user@host
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7
GPG key 0x3AA5C34371567BD2
Fingerprint SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDBvfE
AWS account 123456789012
s3://bucket/key-2024
arn:aws:iam::123456789012:role/admin
AC1234567890abcdef is the sid
GA tracking UA-12345678-1
G-ABC123DEF4
pk_live_ is public
pk_test_TYooMQauvdEDq54NiTphI7jx
Plan SK-1234 rollout
12345678:30 hours
10:30:00 standup
Ask about password: Monday?
The password is, as always, a problem
xkcd 936: correct horse battery staple
What does "password: swordfish film" mean
Set text to Sunflower22
Change pin 13 to output
set pin to HIGH
Set the PIN to a random one
Change name from user1 to user2
Update the password label to "Kennwort"
Change Password to Passphrase in UI
Change "Password" to "Login2"
password: z.string().min(8)
password: hash(req.body.pw1)
password = config.db2.password
password: user.password
const password = await prompt2()
https://example.com/login?password=reset&lang=en
https://example.com/reset?step=2&token=expired
Password: $DB_PASSWORD
Password: C++17 course notes
Password: FY26 policy
Password for room 12: ask at the desk
Update the password on server01
Change the password to version2 of the policy
Password reset for user7 and user9
Password reset: 24h lockout
Password > Reset > 2FA
Settings > Password > Change
Password - rotate every 90 days
Password – Q4 rollout
The password's strength is low
Passwords are hashed with bcrypt
Passwords are like underwear
My password's wrong again
Our wifi password is too long to type
Set up 1Password for mum
1Password: share the family vault
LastPass: export everything
The password set by Tom is gone
Note the code for the washing programme is 3
The code for the parser is ready
The code for the gate driver is 80% done
Debit card PIN letter has arrived
Sim pin tray is missing
Find my pin collection 2019
Token 7 of 12
API key 2 is unused
Revoke API key 123e4567-e89b-12d3-a456-426614174000
Session token length is 32
Rotate the signing key every 90 days
Master key for the office is with Jo
Private key: see vault
Read chapter 4111 to 1111
Rows 4000-4100-4200
Amounts 4111 1111 1111
Pay 4.111,11 EUR to Anna
IP 10.0.0.1:5432 is blocked
Ratio 1:2:3:4
Regex [A-Za-z0-9]{20} is too wide
`
  .trim()
  .split('\n')
