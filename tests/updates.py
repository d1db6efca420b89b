"""Update chains as people tell them: what was said over time, oldest first, and what is asked afterwards."""

from typing import NamedTuple


class Update(NamedTuple):
    """Sayings of one thing over time, oldest first, and the question that asks for it."""

    question: str
    said: tuple[str, ...]


UPDATES = (
    Update("What is the server SSH port?", ("The server SSH port is 22.", "The server SSH port moved to 49222.")),
    Update("How many slides does the Series B deck have?", ("The Series B deck has 12 slides.", "The Series B deck has 14 slides now, not 12.")),
    Update("Where do I live?", ("I live in Uppsala.", "I live in Hamburg now.", "I live in Lisbon since the move.")),
    Update("Which company does Marta work for?", ("Marta works for Nordea.", "Marta works for Klarna now.", "Marta left Klarna and works for Spotify.")),
    Update("What is the budget of the kitchen renovation?", ("The budget of the kitchen renovation is 80,000 kronor.", "The budget of the kitchen renovation was raised to 95,000 kronor.")),
    Update("When is the dentist appointment?", ("The dentist appointment is on 3 March at 9:00.", "The dentist appointment was moved to 10 March at 14:30.")),
    Update("Which database does the ledger use?", ("The ledger uses PostgreSQL.", "The ledger database is MySQL since we moved off PostgreSQL.")),
    Update("What do I eat as a vegetarian?", ("I am a vegetarian and eat no meat.", "I am no vegetarian any more, I eat steak now.")),
    Update("Who is the lead investor?", ("Sarah is our lead investor.", "Our lead investor is Tomás since Sarah stepped back.")),
    Update("What is the wifi password hint of the cabin?", ("The wifi of the cabin is named Gullmaren.", "The wifi of the cabin is named Skagerrak.")),
    Update("How much does the gym membership cost?", ("The gym membership costs 349 a month.", "The gym membership costs 399 a month.", "The gym membership costs 429 a month.")),
    Update("How long is the marathon training plan?", ("My marathon training plan is 16 weeks long.", "My marathon training plan was cut to 12 weeks.")),
    Update("Which Python version does the pipeline run on?", ("The pipeline runs on Python 3.9.", "The pipeline runs on Python 3.11.", "The pipeline runs on Python 3.13.")),
    Update("Who teaches the piano lessons?", ("Mr Berg teaches my piano lessons.", "Ms Okafor teaches my piano lessons.")),
    Update("What colour is the boathouse painted?", ("The boathouse is painted red.", "The boathouse is painted green.")),
    Update("When does the night train to Narvik leave?", ("The night train to Narvik leaves at 18:08.", "The night train to Narvik leaves at 17:41 from June.")),
    Update("What rent do we pay for the studio?", ("We pay 1,150 euros of rent for the studio.", "We pay 1,240 euros of rent for the studio.")),
    Update("How many people are invited to the wedding?", ("We invited 80 people to the wedding.", "We invited 95 people to the wedding.", "We invited 110 people to the wedding.")),
    Update("Which tool deploys the website?", ("Jenkins deploys the website.", "GitHub Actions deploys the website.")),
    Update("What dose of the thyroid tablet does the cat get?", ("The cat gets a thyroid tablet of 2.5 mg.", "The cat gets a thyroid tablet of 5 mg.")),
    Update("Which room is the weekly standup in?", ("The weekly standup is in room Oslo.", "The weekly standup is in room Bergen.")),
    Update("What is the deadline of the grant application?", ("The deadline of the grant application is 15 May.", "The deadline of the grant application was extended to 29 May.")),
    Update("What car do we drive?", ("The car we drive is a Volvo V70.", "The car we drive is a Kia Niro.")),
    Update("How old is the lease of the office?", ("The office lease runs until 2027.", "The office lease runs until 2030.")),
    Update("Who feeds the hens in the holidays?", ("Anders feeds the hens in the holidays.", "Lotta feeds the hens in the holidays.")),
    Update("What is the name of the staging branch?", ("The staging branch is named develop.", "The staging branch is named next.")),
    Update("How much flour goes into the sourdough?", ("500 g of flour go into the sourdough.", "650 g of flour go into the sourdough.")),
    Update("Which hotel is booked in Kraków?", ("The hotel booked in Kraków is the Polonia.", "The hotel booked in Kraków is the Stary.")),
    Update("What is the target weight of the suitcase?", ("The suitcase may weigh 20 kg.", "The suitcase may weigh 23 kg.")),
    Update("Which language does the onboarding mail use?", ("The onboarding mail uses English.", "The onboarding mail uses Swedish.")),
    Update("How fast is the fibre connection?", ("The fibre connection does 250 Mbit/s.", "The fibre connection does 1,000 Mbit/s.")),
    Update("What is my reading goal?", ("My reading goal is 24 books.", "My reading goal is 30 books.", "My reading goal is 40 books.")),
    Update("Var bor mormor?", ("Mormor bor i Falun.", "Mormor bor i Umeå.")),
    Update("Wann kommt der Klempner?", ("Der Klempner kommt am Dienstag.", "Der Klempner kommt erst am Freitag.")),
)  # fmt: skip
