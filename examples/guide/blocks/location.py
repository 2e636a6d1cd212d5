from parley_agent import location

block = location(46.5588, 7.9836, label="Below the Jungfrau")
